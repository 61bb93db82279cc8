/** All notes for translators, by the section of a language's file. */
import { CHECK_NOTES, FIELD_NOTES, PAGE_NOTES } from './frame-notes.ts'
import { MAIL_NOTES } from './mail-notes.ts'
import { TAG_NOTES } from './tag-notes.ts'

export const NOTES = {
  tag: TAG_NOTES,
  fields: FIELD_NOTES,
  check: CHECK_NOTES,
  pages: PAGE_NOTES,
  mail: MAIL_NOTES,
} as const
