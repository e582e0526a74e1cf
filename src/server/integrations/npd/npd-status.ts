import { AppError } from '@/server/core/errors';
import { type WatchDeps, watchCalls } from '@/server/integrations/health';
import { fetchJson } from '@/server/integrations/outgoing/fetch-json';
import { record } from '@/server/integrations/values';

/** Whether a person with this ИНН has the status of self-employed on the day. Throws UNAVAILABLE. */
export type NpdStatus = (inn: string, at: Date) => Promise<boolean>;

export interface NpdSettings extends WatchDeps {
  /** Address of the tax office's service; without it a person decides. */
  npdUrl?: string | undefined;
}

/** The tax office may take a minute. */
const timeoutMs = 60_000;
const moscow = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' });

/** Client of the public service of statuses; undefined when none is configured. */
export function openNpdStatus({ npdUrl, watch }: NpdSettings): NpdStatus | undefined {
  if (!npdUrl) return undefined;
  const address = `${npdUrl.replace(/\/$/, '')}/api/v1/tracker/taxpayer_status`;
  return watchCalls(watch, 'npd', async (inn: string, at: Date) => {
    const body = { inn, requestDate: moscow.format(at) };
    const answer = await fetchJson(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      timeoutMs,
    });
    const { status } = record(answer);
    if (typeof status !== 'boolean') throw new AppError('UNAVAILABLE');
    return status;
  });
}
