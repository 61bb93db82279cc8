import type { NextConfig } from 'next'

const config: NextConfig = { output: 'export', distDir: 'dist' }

export default config
