/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The optimizer has had three advisories this year, and nothing here needs it.
  images: { unoptimized: true },
  devIndicators: false,
  typescript: { ignoreBuildErrors: true },
}

export default config
