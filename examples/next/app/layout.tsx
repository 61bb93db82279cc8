import type { ReactNode } from 'react'

export const metadata = { title: 'A mug' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
