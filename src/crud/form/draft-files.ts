import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Attachment } from '@/contract/core/define';
import { api } from '@/lib/api/client';

/** Signed links work for half an hour at least; what stays open longer asks for new ones this often. */
export const linkRenewalMs = 20 * 60_000;

/** Gives the files of a restored draft new links, where theirs have expired and nobody has changed the field meanwhile. */
export async function renewDraftFiles(form: UseFormReturn<FieldValues>, draft: FieldValues): Promise<void> {
  for (const [name, value] of Object.entries(draft)) {
    const fresh = await renewed(value);
    if (fresh === value) continue;
    const current: unknown = form.getValues(name);
    if (JSON.stringify(current) === JSON.stringify(value)) form.setValue(name, fresh);
  }
}

/** The value with new links in it, itself when there is nothing to renew. Files that are gone stay as they are. */
async function renewed(value: unknown): Promise<unknown> {
  if (isExpired(value)) return api.get<Attachment>(`attachments/${value.id}`).catch(() => value);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value);
  const parts = await Promise.all(entries.map(([, part]) => renewed(part)));
  if (parts.every((part, index) => part === entries[index]?.[1])) return value;
  if (Array.isArray(value)) return parts;
  return Object.fromEntries(entries.map(([key], index) => [key, parts[index]]));
}

function isExpired(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('original' in value)) return false;
  const until = /[?&]until=(\d+)/.exec(String(value.original))?.[1];
  return until !== undefined && Number(until) * 1000 < Date.now();
}
