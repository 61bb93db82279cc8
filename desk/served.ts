/** The script of the page `/desk`. */
import { defineDesk } from './define-desk.ts'

defineDesk()
