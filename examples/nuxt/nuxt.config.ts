export default defineNuxtConfig({
  compatibilityDate: '2026-10-01',
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('pay-') } },
})
