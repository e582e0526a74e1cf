import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback } from 'react';
import { Switch } from '@/components/inputs/switch';
import { TitleCell } from '@/components/table/title-cell';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { ValueCell } from '@/crud/details/value-cell';
import { ValueText } from '@/crud/details/value-text';
import { pictureIn, shownFields } from '@/crud/form/form-values';
import { useInlineToggles } from '@/crud/list/use-inline-toggles';
import type { JsonRecord, Row } from '@/crud/types';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

interface CellProps {
  resource: AnyResource;
  column: Column<Row>;
  row: Row;
  /** Where the title leads; plain text without it. */
  href?: string;
  canUpdate: boolean;
}

/** One cell, by its kind (reference pages §1.3). A list draws its hundreds by `useCells`. */
export function Cell({ resource, ...cell }: CellProps) {
  return useCells(resource)(cell);
}

/** Draws the cells of a list. What they all need to know is asked once: hooks in every cell took half a second of a list's start. */
export function useCells(resource: AnyResource): (cell: Omit<CellProps, 'resource'>) => ReactNode {
  const settings = useSettings();
  const { t, i18n } = useTranslation(['form', 'common']);
  const permissions = usePermissions();
  const labels = useLabels(resource);
  const language = i18n.language;

  const levers = useInlineToggles(resource);
  const { open } = useModalActions();

  // The settings also say in which zone days are told.
  return useCallback(
    ({ column, row, href, canUpdate }) => {
      const { key, kind, tones, ask } = column;
      if (kind === 'title') {
        const hasPicture = resource.fields.some((field: FormField<JsonRecord>) => field.kind === 'image');
        const picture = hasPicture ? (pictureIn(row.image)?.thumbnail ?? null) : undefined;
        return (
          <TitleCell
            title={resource.titleOf(row)}
            {...{ href, picture }}
            note={column.note?.(row, language)}
          />
        );
      }
      if (kind === 'switch' && isAllowed(column.by ?? 'public', permissions)) {
        const { version, id } = row;
        const title = resource.titleOf(row);
        const goal = levers.movesTo({ id, key });
        // A lever that saves at once, or opens the dialog that asks.
        return (
          <Switch
            isOn={goal ?? Boolean(row[key])}
            disabled={!canUpdate || goal !== undefined}
            aria-label={`${labels.field(key)}: ${title}`}
            onChange={(isOn) =>
              ask
                ? open(isOn ? ask.on : ask.off, { id, title })
                : levers.move({ id, key }, isOn, { version, language })
            }
          />
        );
      }
      return (
        <ValueCell
          kind={kind === 'switch' ? 'badge' : kind}
          value={column.value ? column.value(row) : row[key]}
          word={(value) => labels.option(key, value)}
          tone={(value) => tones?.[value]}
          money={{ currency: settings.currency, ...settings.currencyOptions }}
          {...{ t, language }}
        />
      );
    },
    [resource, settings, t, language, permissions, labels, levers, open],
  );
}

interface FieldTextProps {
  resource: AnyResource;
  name: string;
  value: unknown;
  /** Says which of a value's fields is meant, where it has several. */
  row?: Row;
}

/** A field's value to be read: on the details screen and in the conflict view; a column's where no field is meant. */
export function FieldText({ resource, name, value, row }: FieldTextProps) {
  const { currency, currencyOptions } = useSettings();
  const { t, i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const fields: FormField<JsonRecord>[] = row ? shownFields(resource, row) : resource.fields;
  const field = fields.find((one) => one.key === name);
  const column: Column<Row> | undefined = resource.columns.find((one: Column<Row>) => one.key === name);
  const shared = {
    value,
    money: { currency, ...currencyOptions },
    tone: (text: string) => column?.tones?.[text],
  };
  const word = (text: string, item?: string) => labels.option(item ? `${name}-${item}` : name, text);
  const kind = column?.kind ?? 'text';
  if (field || typeof value === 'boolean' || kind === 'title' || kind === 'switch')
    return <ValueText {...{ field, word, ...shared }} label={labels.field(name)} />;
  return <ValueCell {...{ kind, word, t, language: i18n.language, ...shared }} />;
}
