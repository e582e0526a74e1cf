import type { BaseRow, Stub } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';

const dayMs = 86_400_000;

/** ISO time some days from now, negative for the past. */
export const daysFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Calendar day some days from now. */
export const dayFromNow = (days: number): string => daysFromNow(days).slice(0, 10);

/** Types the content of a demo JSON file: TypeScript reads its tuples as arrays and its literals as strings. */
export const typed = <Data>(read: unknown): Data => read as Data;

/** Adds the fields of every family: ids from 1, newest first. */
export function numbered<Values extends object>(rows: readonly Values[]): (Values & BaseRow)[] {
  return rows.map((values, index) => ({
    id: index + 1,
    version: 1,
    created_at: daysFromNow(-3 * index - 1),
    updated_at: daysFromNow(-index - 1),
    language: 'ru',
    translated_languages: ['ru'],
    ...values,
  }));
}

/** A row in the form in which it is embedded in others. */
export function stubOf(row: { id: number; name?: string; title?: string; slug?: string | null }): Stub {
  return { id: row.id, name: row.name ?? row.title ?? '', slug: row.slug ?? null };
}

/** A name with the slug made of it. */
export const named = (name: string) => ({ name, slug: toSlug(name) });

/** An item by number, starting again after the last. */
export function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The demo data has no rows');
  return item;
}
