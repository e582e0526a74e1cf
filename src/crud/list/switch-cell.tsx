import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Switch } from '@/components/inputs/switch';
import type { AnyResource, Column } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useModalActions } from '@/state/modal';

interface SwitchCellProps {
  resource: AnyResource;
  column: Column<Row>;
  row: Row;
  /** Name of the column. */
  label: string;
  disabled: boolean;
}

/** A switch that saves immediately, with the row version it saw, or opens a confirmation dialog. */
export function SwitchCell({ resource, column, row, label, disabled }: SwitchCellProps) {
  const { key, ask } = column;
  const { id, version } = row;
  const client = useQueryClient();
  const { t, i18n } = useTranslation('common');
  const { open } = useModalActions();
  // A switch is no text: ours has it once for all languages, another server in a row of each.
  const language = useCan('translations') ? defaultLanguage : i18n.language;
  /** The target while it is being saved. */
  const [pending, setPending] = useState<boolean>();
  const title = resource.titleOf(row);

  function save(isOn: boolean) {
    setPending(isOn);
    import('@/crud/form/use-save')
      .then(({ saveOnce }) => saveOnce(client, t, resource, { id, version, language, body: { [key]: isOn } }))
      // The mutation's toast reports the error.
      .catch(() => undefined)
      .finally(() => setPending(undefined));
  }

  return (
    <Switch
      isOn={pending ?? Boolean(row[key])}
      disabled={disabled || pending !== undefined}
      aria-label={`${label}: ${title}`}
      onChange={(isOn) => (ask ? open(isOn ? ask.on : ask.off, { id, title }) : save(isOn))}
    />
  );
}
