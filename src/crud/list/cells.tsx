import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Switch } from '@/components/inputs/switch';
import { TitleCell } from '@/components/table/title-cell';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { ValueCell, ValueText } from '@/crud/details/value';
import { pictureIn, shownFields } from '@/crud/form/form-values';
import { useSave } from '@/crud/form/use-save';
import type { JsonRecord, Row } from '@/crud/types';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

interface CellProps {
  resource: AnyResource;
  column: Column<Row>;
  row: Row;
  /** Link of the title; plain text without it. */
  href?: string;
  canUpdate: boolean;
}

/** A single cell by its kind (reference pages §1.3). Lists use `useCells`. */
export function Cell({ resource, ...cell }: CellProps) {
  return useCells(resource)(cell);
}

/** Renders the cells of a list. Hooks run once per list: in every cell they cost half a second of a list's start. */
export function useCells(resource: AnyResource): (cell: Omit<CellProps, 'resource'>) => ReactNode {
  const settings = useSettings();
  const { t, i18n } = useTranslation(['form', 'common']);
  const permissions = usePermissions();
  const labels = useLabels(resource);
  const language = i18n.language;

  const toggles = useInlineToggles(resource);
  const { open } = useModalActions();

  // Depends on `settings` for the time zone, too.
  return useCallback(
    ({ column, row, href, canUpdate }) => {
      const { key, kind, tones, usual, ask } = column;
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
        const pending = toggles.pendingValue({ id, key });
        // A switch saves at once, or opens a confirmation dialog.
        return (
          <Switch
            isOn={pending ?? Boolean(row[key])}
            disabled={!canUpdate || pending !== undefined}
            aria-label={`${labels.field(key)}: ${title}`}
            onChange={(isOn) =>
              ask
                ? open(isOn ? ask.on : ask.off, { id, title })
                : toggles.move({ id, key }, isOn, { version, language })
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
          usual={usual}
          money={{ currency: settings.currency, ...settings.currencyOptions }}
          {...{ t, language }}
        />
      );
    },
    [resource, settings, t, language, permissions, labels, toggles, open],
  );
}

interface FieldTextProps {
  resource: AnyResource;
  name: string;
  value: unknown;
  /** Selects among fields that share the key. */
  row?: Row;
}

/** A read-only field value, for the details screen and the conflict panel; falls back to the column of that key. */
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

/** A boolean column of a row, switched in the list. */
interface Toggle {
  id: number;
  key: string;
}

const nameOf = ({ id, key }: Toggle) => `${id} ${key}`;

/** Switches of a list; each saves at once with the row version it saw. One hook for all rows. */
function useInlineToggles(resource: AnyResource) {
  const { mutateAsync } = useSave(resource);
  const [moving, setMoving] = useState<ReadonlyMap<string, boolean>>(new Map());

  return useMemo(
    () => ({
      /** Target value while a switch is being saved; undefined otherwise. */
      pendingValue: (toggle: Toggle) => moving.get(nameOf(toggle)),
      move(toggle: Toggle, isOn: boolean, seen: { version: number; language: string }) {
        const name = nameOf(toggle);
        setMoving((all) => new Map(all).set(name, isOn));
        mutateAsync({ id: toggle.id, ...seen, body: { [toggle.key]: isOn } })
          // The mutation's toast reports the error.
          .catch(() => undefined)
          .finally(() => setMoving((all) => new Map([...all].filter(([other]) => other !== name))));
      },
    }),
    [mutateAsync, moving],
  );
}
