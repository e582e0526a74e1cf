import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Switch } from '@/components/inputs/switch';
import { TitleCell } from '@/components/table/title-cell';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { isAllowed } from '@/contract/core/permissions';
import type { JsonRecord, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { pictureIn } from '@/lib/format/pictures';
import { plainText } from '@/lib/format/visible-text';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { ValueCell } from './value-cell';

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

  // A switch is no text: ours has it once for all languages, another server in a row of each.
  const canTranslate = useCan('translations');
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
            href={href}
            picture={picture}
            note={noteOf(column, row, language) ?? null}
          />
        );
      }
      if (kind === 'switch' && isAllowed(column.by ?? 'public', permissions)) {
        const { version, id } = row;
        const title = resource.titleOf(row);
        const pending = toggles.pendingValue({ id, key });
        // A switch saves immediately, or opens a confirmation dialog.
        return (
          <Switch
            isOn={pending ?? Boolean(row[key])}
            disabled={!canUpdate || pending !== undefined}
            aria-label={`${labels.field(key)}: ${title}`}
            onChange={(isOn) =>
              ask
                ? open(isOn ? ask.on : ask.off, { id, title })
                : toggles.move({ id, key }, isOn, {
                    version,
                    language: canTranslate ? defaultLanguage : language,
                  })
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
          t={t}
          language={language}
        />
      );
    },
    [resource, settings, t, language, permissions, labels, canTranslate, toggles, open],
  );
}

/** A boolean column of a row, switched in the list. */
interface Toggle {
  id: number;
  key: string;
}

const nameOf = ({ id, key }: Toggle) => `${id} ${key}`;

/** Switches of a list; each saves immediately with the row version it saw. One hook for all rows. */
function useInlineToggles(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  const [moving, setMoving] = useState<ReadonlyMap<string, boolean>>(new Map());

  return useMemo(
    () => ({
      /** Target value while a switch is being saved; undefined otherwise. */
      pendingValue: (toggle: Toggle) => moving.get(nameOf(toggle)),
      move(toggle: Toggle, isOn: boolean, seen: { version: number; language: string }) {
        const name = nameOf(toggle);
        setMoving((all) => new Map(all).set(name, isOn));
        import('@/crud/form/use-save')
          .then(({ saveOnce }) =>
            saveOnce(client, t, resource, { id: toggle.id, ...seen, body: { [toggle.key]: isOn } }),
          )
          // The mutation's toast reports the error.
          .catch(() => undefined)
          .finally(() => setMoving((all) => new Map([...all].filter(([other]) => other !== name))));
      },
    }),
    [client, t, resource, moving],
  );
}
