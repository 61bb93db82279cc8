/** The default theme without its web font, in the product's own colours. */
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import '../../pages/design.css'
import './site.css'
import Greeting from './Greeting.vue'
import LiveTag from './LiveTag.vue'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-before': () => h(Greeting) }),
  enhanceApp({ app }) {
    app.component('LiveTag', LiveTag)
  },
} satisfies Theme
