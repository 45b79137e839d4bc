import type { ApiOperation } from './api-document'

/** Stands where an id of one's own goes. */
const SAMPLE_ID = '0190a000-0000-7000-8000-000000000001'

/** One call in three languages, ready to be pasted; the key comes from the environment. */
export function operationSnippets(
  { method, path, example }: Pick<ApiOperation, 'method' | 'path' | 'example'>,
  origin: string,
): { label: string; code: string }[] {
  const url = `${origin}${path.replaceAll(/\{\w+\}/g, SAMPLE_ID)}`
  return [
    { label: 'curl', code: curl({ method, url, example }) },
    { label: 'TypeScript', code: typescript({ method, url, example }) },
    { label: 'Python', code: python({ method, url, example }) },
  ]
}

interface Call {
  method: string
  url: string
  example: Record<string, unknown> | undefined
}

function curl({ method, url, example }: Call): string {
  const lines = [
    method === 'GET' || (method === 'POST' && example) ? `curl ${url}` : `curl -X ${method} ${url}`,
    `  -H "authorization: Bearer $LOCI_API_KEY"`,
  ]
  if (example) {
    const body = JSON.stringify(example, null, 2).replaceAll("'", `'\\''`)
    lines.push(`  -H 'content-type: application/json'`, `  -d '${body}'`)
  }
  return lines.join(' \\\n')
}

function typescript({ method, url, example }: Call): string {
  const type = example ? `, 'content-type': 'application/json'` : ''
  const options = [
    `  method: '${method}',`,
    `  headers: { authorization: \`Bearer \${process.env.LOCI_API_KEY}\`${type} },`,
    ...(example ? [`  body: JSON.stringify(${indented(JSON.stringify(example, null, 2), '  ')}),`] : []),
  ]
  return `const response = await fetch('${url}', {
${options.join('\n')}
})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`)
console.log(answer)`
}

function python({ method, url, example }: Call): string {
  const type = example ? `, "content-type": "application/json"` : ''
  const options = [
    `    "${url}",`,
    `    method="${method}",`,
    `    headers={"authorization": f"Bearer {os.environ['LOCI_API_KEY']}"${type}},`,
    ...(example ? [`    data=json.dumps(${indented(pythonValue(example), '    ')}).encode(),`] : []),
  ]
  return `import json
import os
import urllib.request

request = urllib.request.Request(
${options.join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`
}

function indented(text: string, space: string): string {
  return text.replaceAll('\n', `\n${space}`)
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown, space = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${space}    `
  const parts = Array.isArray(value)
    ? value.map((element) => `${inner}${pythonValue(element, inner)},`)
    : Object.entries(value).map(([name, member]) => `${inner}${JSON.stringify(name)}: ${pythonValue(member, inner)},`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join('\n')}\n${space}${close}`
}
