import { frameStyles } from './frame-styles.ts'
import type { FrameMethods } from './method-fields.ts'
import { awaitTag, type FrameWindow } from './tag-connection.ts'

/** Makes a window a frame of fields, which shows them once its tag has said which. */
export function openFrame(frame: FrameWindow, asking: FrameMethods) {
  const sheet = new frame.CSSStyleSheet()
  sheet.replaceSync(frameStyles)
  frame.document.adoptedStyleSheets = [sheet]
  awaitTag(frame, asking)
}
