import type { SbpMember } from '@/contract/settings/lookups';
import { AppError } from '@/server/core/errors';
import { fetchJson } from '@/server/integrations/outgoing/fetch-json';
import { record, text, webAddress } from '@/server/integrations/values';

/** Loads the public list of banks in the fast payment system, from its operator or an acquirer. Throws UNAVAILABLE. */
export async function sbpMembersAt(url: string): Promise<SbpMember[]> {
  const answer = await fetchJson(url);
  const list = Array.isArray(answer) ? answer : record(answer).dictionary;
  const members = Array.isArray(list) ? list.map(record).flatMap(toMember) : [];
  if (members.length === 0) throw new AppError('UNAVAILABLE');
  return members;
}

function toMember(row: Record<string, unknown>): SbpMember[] {
  const [bankName, schema] = [text(row.bankName), text(row.schema)];
  // Prefix of links that open the bank's app.
  if (!bankName || !schema || !/^bank\d{12}$/.test(schema)) return [];
  const webClientUrl = webAddress(row.webClientUrl);
  const isActive = row.isWebClientActive === true || row.isWebClientActive === 'true';
  return [
    {
      bankName,
      logoURL: webAddress(row.logoURL) ?? '',
      schema,
      package_name: text(row.package_name) ?? text(row.packageName),
      webClientUrl,
      isWebClientActive: webClientUrl !== null && isActive,
    },
  ];
}
