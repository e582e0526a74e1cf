import type { AnyResource } from '@/contract/core/define';
import { api } from './client';

/** Saves a list as a CSV file: what its query matches on all pages, with the columns that are shown (design §7). */
export async function exportList(
  resource: AnyResource,
  { page: _page, limit: _limit, ...query }: Record<string, unknown>,
  columns: readonly string[],
): Promise<void> {
  const file = await api.file(`${resource.endpoint}/export`, { ...query, columns: columns.join(',') });
  saveFile(file.content, file.name ?? `${resource.name}.csv`);
}

/** Gives a file to the person as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
