import type { Attachment } from '@/contract/core/define';

export function pictureIn(value: unknown): Attachment | undefined {
  return isAttachment(value) ? value : undefined;
}

export function picturesIn(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.filter(isAttachment) : [];
}

function isAttachment(value: unknown): value is Attachment {
  return typeof value === 'object' && value !== null && 'thumbnail' in value && 'original' in value;
}
