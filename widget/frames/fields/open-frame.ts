import { frameStyles } from './frame-styles.ts'
import type { FrameMethods } from './method-fields.ts'
import { connectToTag, type FrameWindow } from './tag-connection.ts'

/** Turns a window into a frame of fields. It shows them once its tag has connected. */
export function openFrame(frame: FrameWindow, asking: FrameMethods) {
  const sheet = new frame.CSSStyleSheet()
  sheet.replaceSync(frameStyles)
  frame.document.adoptedStyleSheets = [sheet]
  connectToTag(frame, asking)
}
