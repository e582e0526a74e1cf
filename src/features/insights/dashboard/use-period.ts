import { useRouter } from 'next/router';
import { useState } from 'react';
import { defaultPeriod, maxDays, type PeriodName, periodNames } from '@/contract/insights/analytics';

/** A named period or two days, as sent to the API. */
export type ChosenPeriod = { period: PeriodName } | { from: string; to: string };

/** Period of a dashboard: from the URL, else the last choice in this browser. */
export function usePeriod(path: string, personId: number) {
  const router = useRouter();
  const name = `gostiny-period:${personId}`;
  const [kept, setKept] = useState(() => recall(name));
  const chosen = readPeriod(router.query) ?? kept ?? { period: defaultPeriod };

  function choose(next: ChosenPeriod) {
    setKept(next);
    keep(name, next);
    const query = new URLSearchParams({ ...next }).toString();
    void router.push(`${path}?${query}`, undefined, { shallow: true, scroll: false });
  }

  return { chosen, choose };
}

function readPeriod(query: Record<string, unknown>): ChosenPeriod | undefined {
  const named = periodNames.find((one) => one === query.period);
  if (named) return { period: named };
  const { from, to } = query;
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= maxDays ? { from, to } : undefined;
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function recall(name: string): ChosenPeriod | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return stored !== null && typeof stored === 'object' ? readPeriod({ ...stored }) : undefined;
  } catch {
    return undefined;
  }
}

function keep(name: string, period: ChosenPeriod): void {
  try {
    localStorage.setItem(name, JSON.stringify(period));
  } catch {
    // Storage may be full or forbidden; the choice still works.
  }
}
