import type { SbpMember } from '@/contract/settings/lookups';
import { AppError } from '@/server/core/errors';
import { fetchJson } from '@/server/integrations/fetch-json';
import { record, text, webAddress } from '@/server/integrations/values';

/**
 * The public list of the fast payment system's banks (reference russia §3.3), as its operator serves it or as acquirers
 * do who pass it on. Throws UNAVAILABLE.
 */
export async function sbpMembersAt(url: string): Promise<SbpMember[]> {
  const answer = await fetchJson(url);
  const list = Array.isArray(answer) ? answer : record(answer).dictionary;
  const members = Array.isArray(list) ? list.map(record).flatMap(toMember) : [];
  if (members.length === 0) throw new AppError('UNAVAILABLE');
  return members;
}

function toMember(one: Record<string, unknown>): SbpMember[] {
  const [bankName, schema] = [text(one.bankName), text(one.schema)];
  // Links that open a bank's app begin with it.
  if (!bankName || !schema || !/^bank\d{12}$/.test(schema)) return [];
  const webClientUrl = webAddress(one.webClientUrl);
  const isActive = one.isWebClientActive === true || one.isWebClientActive === 'true';
  return [
    {
      bankName,
      logoURL: webAddress(one.logoURL) ?? '',
      schema,
      package_name: text(one.package_name) ?? text(one.packageName),
      webClientUrl,
      isWebClientActive: webClientUrl !== null && isActive,
    },
  ];
}
