import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { download } from '@/lib/api/files';
import { formatMonth } from '@/lib/format/calendar-words';
import { lastMonths } from '@/lib/format/periods';

/** Three years of monthly statements. */
const months = 36;

/** Downloads a monthly statement as PDF or spreadsheet. */
export function StatementButton({ slug }: { slug: string }) {
  const { t } = useTranslation('ledger');
  return (
    <Popover content={t('ledger:ledger.statement.button')} variant="secondary">
      {(close) => <Choice slug={slug} onDone={close} />}
    </Popover>
  );
}

function Choice({ slug, onDone }: { slug: string; onDone: () => void }) {
  const { t, i18n } = useTranslation('ledger');
  const id = useId();
  const all = lastMonths(months);
  // Defaults to the last complete month.
  const [month, setMonth] = useState(all[1] ?? '');
  const file = useMutation({
    mutationFn: (format: 'pdf' | 'csv') =>
      download(
        `shops/${encodeURIComponent(slug)}/statement`,
        { month, format, language: i18n.language },
        `statement-${slug}-${month}.${format}`,
      ),
  });
  return (
    <div className="grid w-60 gap-2.5 p-2">
      <label htmlFor={id} className="text-small text-ink-second">
        {t('ledger:ledger.statement.month')}
      </label>
      <Select
        id={id}
        value={month}
        options={all.map((value) => ({ value, label: formatMonth(value, i18n.language) }))}
        onChange={({ target }) => setMonth(target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        {(['pdf', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant={format === 'pdf' ? 'primary' : 'secondary'}
            disabled={file.isPending}
            onClick={() => file.mutate(format, { onSuccess: onDone })}
          >
            {t(`ledger:ledger.statement.${format}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
