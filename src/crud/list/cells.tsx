import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback } from 'react';
import { TitleCell } from '@/components/table/title-cell';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import type { JsonRecord, Row } from '@/crud/types';
import { pictureIn } from '@/lib/format/pictures';
import { plainText } from '@/lib/format/visible-text';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import { ValueCell } from './value-cell';

const SwitchCell = part(
  dynamic(() => import('./switch-cell').then((module) => module.SwitchCell), {
    loading: () => <span className="inline-block h-5.5 w-9.5 align-middle" />,
  }),
);

interface CellProps {
  resource: AnyResource;
  column: Column<Row>;
  row: Row;
  /** Link of the title; plain text without it. */
  href?: string;
  canUpdate: boolean;
}

/** A single cell by its kind. Lists use `useCells`. */
export function Cell({ resource, ...cell }: CellProps) {
  return useCells(resource)(cell);
}

function noteOf({ note, isNoteFormatted }: Column<Row>, row: Row, language: string) {
  const text = note?.(row, language);
  return text && isNoteFormatted ? plainText(text) : text;
}

/** Renders the cells of a list. Hooks run once per list: in every cell they cost half a second of a list's start. */
export function useCells(resource: AnyResource): (cell: Omit<CellProps, 'resource'>) => ReactNode {
  const settings = useSettings();
  const { t, i18n } = useTranslation('common');
  const permissions = usePermissions();
  const labels = useLabels(resource);
  const language = i18n.language;

  // Depends on `settings` for the time zone, too.
  return useCallback(
    ({ column, row, href, canUpdate }) => {
      const { key, kind, tones, usual } = column;
      if (kind === 'title') {
        const hasPicture = resource.fields.some((field: FormField<JsonRecord>) => field.kind === 'image');
        const picture = hasPicture ? (pictureIn(row.image)?.thumbnail ?? null) : undefined;
        return (
          <TitleCell
            title={resource.titleOf(row)}
            href={href}
            picture={picture}
            note={noteOf(column, row, language) ?? null}
          />
        );
      }
      if (kind === 'switch' && isAllowed(column.by ?? 'public', permissions)) {
        const label = labels.field(key);
        return (
          <SwitchCell resource={resource} column={column} row={row} label={label} disabled={!canUpdate} />
        );
      }
      return (
        <ValueCell
          kind={kind === 'switch' ? 'badge' : kind}
          value={column.value ? column.value(row) : row[key]}
          word={(value) => labels.option(key, value)}
          tone={(value) => tones?.[value]}
          usual={usual}
          money={{ currency: settings.currency, ...settings.currencyOptions }}
          t={t}
          language={language}
        />
      );
    },
    [resource, settings, t, language, permissions, labels],
  );
}
