import { useQuery } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { part } from '@/lib/part';

const MarksDrawer = part(dynamic(() => import('./marks-drawer').then((module) => module.MarksDrawer)));

/** How many pieces of the marked goods of a part have their code, and where the codes are read. */
export function OrderMarks({ partId, canWork }: { partId: number; canWork: boolean }) {
  const { t } = useTranslation('receipts');
  const [isOpen, setOpen] = useState(false);
  const { data: marks } = useQuery({
    queryKey: ['orders', 'marks', partId],
    queryFn: () => api.get(`orders/${partId}/marks`),
    enabled: useCan('receipts'),
  });
  if (!marks || marks.lines.length === 0) return null;
  const pieces = marks.lines.reduce((sum, line) => sum + line.pieces, 0);
  const codes = marks.lines.reduce((sum, line) => sum + line.codes.length, 0);
  const mayChange = canWork && marks.may_change;
  const isMissing = codes < pieces && marks.may_change;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line-faint pt-3 print:hidden">
      <p className="me-auto flex flex-wrap items-center gap-2">
        {t('receipts:marks.title')}
        <Badge tone={isMissing ? (marks.is_required ? 'bad' : 'warn') : 'good'}>
          {t('receipts:marks.count', { codes, pieces })}
        </Badge>
        {isMissing && marks.is_required && (
          <span className="text-small text-ink-second">{t('receipts:marks.required')}</span>
        )}
      </p>
      <Button size="small" icon={<ScanBarcode className="size-4" />} onClick={() => setOpen(true)}>
        {t(`receipts:marks.${mayChange && isMissing ? 'enter' : 'show'}`)}
      </Button>
      {isOpen && (
        <MarksDrawer partId={partId} marks={marks} mayChange={mayChange} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
