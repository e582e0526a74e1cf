import type { RefObject } from 'react';
import { findPlaceholder } from '@/contract/messaging/reply-templates/placeholders';

type Box = RefObject<HTMLTextAreaElement | null>;

/** The text of a box with a reply in place of what is selected. */
export function withReply(box: Box, text: string, reply: string): string {
  const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
  return `${text.slice(0, selectionStart)}${reply}${text.slice(selectionEnd)}`;
}

/** Selects the first word in braces, for the person to type over it; the end of the text without one. */
export function selectPlaceholder(box: Box): void {
  // After the box has its new text, and after the closed panel has given the focus back.
  setTimeout(() => {
    const element = box.current;
    if (!element) return;
    const { start = element.value.length, end = element.value.length } = findPlaceholder(element.value) ?? {};
    element.focus();
    element.setSelectionRange(start, end);
  });
}
