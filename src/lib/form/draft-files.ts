import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Attachment } from '@/contract/core/define';
import { api } from '@/lib/api/client';

/** Replaces expired file links of a restored draft, unless the field was changed meanwhile. */
export async function renewDraftFiles(form: UseFormReturn<FieldValues>, draft: FieldValues): Promise<void> {
  for (const [name, value] of Object.entries(draft)) {
    const fresh = await withFreshLinks(value);
    if (fresh === value) continue;
    const current: unknown = form.getValues(name);
    if (JSON.stringify(current) === JSON.stringify(value)) form.setValue(name, fresh);
  }
}

/** The value with fresh links; the same object when nothing expired. Deleted files stay as they are. */
async function withFreshLinks(value: unknown): Promise<unknown> {
  if (isExpired(value)) return api.get(`attachments/${value.id}`).catch(() => value);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value);
  const parts = await Promise.all(entries.map(([, part]) => withFreshLinks(part)));
  if (parts.every((part, index) => part === entries[index]?.[1])) return value;
  if (Array.isArray(value)) return parts;
  return Object.fromEntries(entries.map(([key], index) => [key, parts[index]]));
}

function isExpired(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('original' in value)) return false;
  const until = /[?&]until=(\d+)/.exec(String(value.original))?.[1];
  return until !== undefined && Number(until) * 1000 < Date.now();
}
