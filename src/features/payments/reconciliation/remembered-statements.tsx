import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RememberedShapes } from '@/components/table/remembered-shapes';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';
import { useReconciliationWords } from './use-words';

const key = ['reconciliation', 'columns'];

/** What was said of the columns of banks' tables, by their headings; each can be forgotten. */
export function RememberedStatements() {
  const { word } = useReconciliationWords();
  const client = useQueryClient();
  const mayWrite = useMay('finance:write');
  const { data: shapes = [] } = useQuery({
    queryKey: key,
    queryFn: () => api.get('reconciliation/columns'),
    select: ({ data }) => data,
  });
  const forget = useMutation({
    mutationFn: (id: number) => api.remove(`reconciliation/columns/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  if (shapes.length === 0) return null;
  return (
    <RememberedShapes
      title={word('columns.remembered', { count: shapes.length })}
      shapes={shapes.map(({ id, file_name, headings, columns }) => ({
        id,
        name: file_name,
        columns: Object.entries(columns).map(
          ([at, field]) =>
            `${headings[Number(at)] || word('columns.no-heading', { number: Number(at) + 1 })} → ${word(`columns.fields.${field}`)}`,
        ),
      }))}
      forgetLabel={(name) => word('columns.forget', { name })}
      onForget={mayWrite ? forget.mutate : undefined}
      isBusy={forget.isPending}
    />
  );
}
