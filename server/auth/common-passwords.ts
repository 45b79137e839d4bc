/** Words that stand first in every guesser's list, in lower case; what is added behind them does not help. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd pass motdepasse contrasena contraseña parola senha wachtwoord
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl asdfghjklö zxcvbn zxcvbnm
  qwerty123456 qwerty12345 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 zaq12wsx
  1234567890 0123456789 12345678910 123456789a a123456789 1234567891 0987654321 9876543210 1122334455 123123123
  123123123123 1231231234 12341234 123412341234 1234512345 123456123456 123456654321 112233445566 147258369 789456123
  987654321 1357924680 2468013579 3141592653 abc123 abcd1234 abc123456 abcdefgh abcdefghij abcdefghijk abcdefg1234
  letmein letmeinnow welcome welcomehome willkommen bienvenue changeme changemenow change-me default secret topsecret
  admin administrator administrateur root rootroot superuser sysadmin system operator guest user username test testtest
  testing tester demo demodemo example sample login signin master masterkey access trustno1 whatever nothing
  iloveyou iloveyouforever loveyou lovelove lovely love princess sunshine superman batman spiderman starwars pokemon
  dragon monkey football baseball basketball soccer hockey liverpool chelsea arsenal barcelona realmadrid juventus
  michael jennifer jessica ashley daniel charlie thomas robert jordan george andrew matthew nicole samantha
  computer internet google facebook microsoft windows linux samsung iphone android amazon
  summer winter spring autumn sommer january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday london paris berlin newyork canada australia germany
  freedom forever family friends hello helloworld hallo hallohallo bonjour mustang ferrari porsche mercedes yamaha
  correcthorsebatterystaple lociloci loci lociadmin adminadmin passwordpassword
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
)
