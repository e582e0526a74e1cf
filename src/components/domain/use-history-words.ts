import type { i18n as I18n, TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import type { HistoryEntry } from '@/contract/core/history';
import { formatDate, formatDateTime, formatNumber, formatPercent } from '@/lib/format/format';
import { guessValueKind, historyWord, leafChanges, plainWords } from '@/lib/format/history-changes';
import { siteMoney } from '@/lib/format/site-money';
import { familyKeys } from '@/lib/i18n/labels';

/** A changed field as displayed text: «Цена: 340 ₽ → 40 ₽». */
export interface ChangeInWords {
  path: string;
  label: string;
  /** Undefined when empty. */
  before: string | undefined;
  after: string | undefined;
  /** Passwords and keys: only the fact of the change is known, not the values. */
  isSecret: boolean;
}

/**
 * Turns entries of the history into text. Needs the texts of `insights:history` (`history.tsx`); those of the family
 * improve field names, `labelOf` overrides them.
 */
export function useHistoryWords(family: string, labelOf?: (path: string) => string | undefined) {
  const { t, i18n } = useTranslation(['insights', 'common', 'settings']);
  return useMemo(() => {
    const label = labeller(family, { t, i18n }, labelOf);
    const value = valueWriter(family, { t, i18n });
    return {
      label,
      action: (action: string) => {
        const key = historyWord(action);
        return t([`insights:history.actions.${key}`, `insights:activity.actions.${key}`], {
          defaultValue: plainWords(action),
        });
      },
      /** A creation lists no fields. */
      changes: ({ action, changes }: Pick<HistoryEntry, 'action' | 'changes'>): ChangeInWords[] =>
        action === 'create'
          ? []
          : leafChanges(changes).map(({ path, before, after }) => ({
              path,
              label: label(path),
              before: isNothing(before) ? undefined : value(path, before),
              after: isNothing(after) ? undefined : value(path, after),
              isSecret: before === '•••' || after === '•••',
            })),
    };
  }, [family, labelOf, t, i18n]);
}

/** Papers of a vendor are kept as `file.charter`; those that a marketplace added have no word. */
const paperOf = (path: string) => /^file\.(.+)$/.exec(path)?.[1];

const isNothing = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

interface Language {
  t: TFunction;
  i18n: I18n;
}

function labeller(family: string, { t, i18n }: Language, labelOf?: (path: string) => string | undefined) {
  const wordOf = (keys: string[]) => {
    // Skips keys that hold an object.
    const known = keys.find(
      (key) => i18n.exists(key) && typeof i18n.t(key, { returnObjects: true }) === 'string',
    );
    return known && t(known);
  };
  const label = (path: string): string => {
    const own = labelOf?.(path);
    if (own !== undefined) return own;
    const paper = paperOf(path);
    if (paper)
      return wordOf(familyKeys('vendor-file', `papers.${paper}`)) ?? t('insights:history.fields.file');
    const whole = wordOf([...familyKeys(family, `fields.${path}`), `insights:history.fields.${path}`]);
    if (whole !== undefined) return whole;
    const [first = path, ...parts] = path.split('.');
    if (parts.length > 0) {
      // List indexes are dropped: «Варианты · Красный · Цена».
      const names = parts.filter((part) => !/^\d+$/.test(part));
      const last = names.pop();
      return [label(first), ...names, ...(last ? [label(last)] : [])].join(' · ');
    }
    return wordOf([`common:fields.${path}`, `settings:settings.fields.${path}`]) ?? plainWords(path);
  };
  return label;
}

function valueWriter(family: string, { t, i18n }: Language) {
  const value = (path: string, given: unknown): string => {
    if (Array.isArray(given)) return given.map((part) => value(path, part)).join(', ');
    if (typeof given === 'boolean') {
      const last = path.split('.').at(-1) ?? path;
      return t([
        ...familyKeys(family, `options.${last}.${given}`),
        `insights:history.${given ? 'yes' : 'no'}`,
      ]);
    }
    const kind = guessValueKind(family, path, given);
    if (kind === 'moment') return formatDateTime(String(given), i18n.language);
    if (kind === 'day') return formatDate(String(given), { timeZone: 'UTC' });
    if (kind === 'money') return siteMoney(Number(given));
    if (kind === 'percent') return formatPercent(Number(given), i18n.language);
    if (kind === 'number') return formatNumber(Number(given), i18n.language);
    return word(path, String(given));
  };
  const word = (path: string, text: string) => {
    // Only codes are translated; other text is shown as written.
    if (!/^[a-z][\w:-]*$/i.test(text)) return text;
    const last = path.split('.').at(-1) ?? path;
    const code = historyWord(text);
    return t(
      [
        ...(paperOf(path) ? familyKeys('vendor-file', `states.${code}`) : []),
        ...familyKeys(family, `options.${path}.${code}`),
        ...familyKeys(family, `options.${last}.${code}`),
        `insights:history.values.${code}`,
        ...(last === 'role_id' ? [`common:role.${text}`] : []),
      ],
      { defaultValue: text },
    );
  };
  return value;
}
