import type { Attachment } from '@/contract/core/define';

/** The value when it is an attachment. */
export function pictureIn(value: unknown): Attachment | undefined {
  return isAttachment(value) ? value : undefined;
}

/** The attachments among the values, in order. */
export function picturesIn(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.filter(isAttachment) : [];
}

function isAttachment(value: unknown): value is Attachment {
  return typeof value === 'object' && value !== null && 'thumbnail' in value && 'original' in value;
}
