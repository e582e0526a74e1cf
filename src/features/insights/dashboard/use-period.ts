import { useRouter } from 'next/router';
import { useState } from 'react';
import {
  defaultBasis,
  defaultPeriod,
  maxDays,
  type PeriodName,
  periodNames,
  type RevenueBasis,
  revenueBases,
} from '@/contract/insights/analytics';
import { keepText, readKept, readKeptValue } from '@/lib/kept';

/** A named period or two days, as sent to the API. */
export type ChosenPeriod = { period: PeriodName } | { from: string; to: string };

/** Period and basis of a dashboard: from the URL, else the last choice in this browser. */
export function usePeriod(path: string, personId: number) {
  const router = useRouter();
  const name = `gostiny-period:${personId}`;
  const [kept, setKept] = useState(() => recall(name));
  const basisName = `gostiny-basis:${personId}`;
  const [keptBasis, setKeptBasis] = useState(() => readBasis(readKept(basisName)));
  const chosen = readPeriod(router.query) ?? kept ?? { period: defaultPeriod };

  const basis = readBasis(router.query.basis) ?? keptBasis ?? defaultBasis;

  function choose(next: ChosenPeriod) {
    setKept(next);
    keepText(name, JSON.stringify(next));
    show(next, basis);
  }

  function chooseBasis(next: RevenueBasis) {
    setKeptBasis(next);
    keepText(basisName, next);
    show(chosen, next);
  }

  function show(period: ChosenPeriod, of: RevenueBasis) {
    const query = new URLSearchParams({ ...period, ...(of !== defaultBasis && { basis: of }) }).toString();
    void router.push(`${path}?${query}`, undefined, { shallow: true, scroll: false });
  }

  return { chosen, choose, basis, chooseBasis };
}

function readPeriod(query: Record<string, unknown>): ChosenPeriod | undefined {
  const named = periodNames.find((one) => one === query.period);
  if (named) return { period: named };
  const { from, to } = query;
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= maxDays ? { from, to } : undefined;
}

function readBasis(text: unknown): RevenueBasis | undefined {
  return revenueBases.find((one) => one === text);
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function recall(name: string): ChosenPeriod | undefined {
  const stored = readKeptValue(name);
  return stored !== null && typeof stored === 'object' ? readPeriod({ ...stored }) : undefined;
}
