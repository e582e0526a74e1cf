import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { findPlaceholder, maxTemplates } from '@/contract/messaging/reply-templates/placeholders';
import { useCan } from './api/capabilities';
import { api } from './api/client';
import { usePermissions } from './session/me';

export { fillTemplate } from '@/contract/messaging/reply-templates/placeholders';

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

/** Whether the person answers with templates on this server. */
export function useMayUseTemplates(): boolean {
  const isKnown = useCan('reply-templates');
  const permissions = usePermissions();
  return isKnown && isAllowed(withStaff('feedback'), permissions);
}

/** Templates of a shop; those of the marketplace without one. */
export function useTemplates(shopId: number | null) {
  const whose = shopId === null ? { platform: 'true' } : { search: `shop_id:${shopId}` };
  return useQuery({
    queryKey: ['reply-templates', 'list', 'picker', shopId],
    queryFn: () => api.page('reply-templates', { limit: maxTemplates, ...whose }),
    select: ({ rows }) => rows,
  });
}
