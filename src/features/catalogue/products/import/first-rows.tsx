import { useQuery } from '@tanstack/react-query';
import { ScrollBox } from '@/components/table/scroll-box';
import type { FirstRow, FirstRowCell, ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { useImportWords } from './use-import';

/** The first rows of a checked file as they will become; what is understood otherwise than it is written is marked. */
export function FirstRows({ one }: { one: ProductImport }) {
  const { text, number } = useImportWords();
  const { data: rows = [] } = useQuery({
    queryKey: ['product-imports', 'first-rows', one.id, one.version],
    queryFn: () => api.get(`product-imports/${one.id}/first-rows`),
    select: ({ data }) => data,
  });
  if (rows.length === 0) return null;
  const columns = Object.keys(one.mapping);
  return (
    <ScrollBox label={text('first-rows')} className="mt-3 max-h-72">
      <table className="w-full text-start text-small">
        <caption className="px-3 pt-2 text-start font-semibold">{text('first-rows')}</caption>
        <thead className="text-ink-second">
          <tr>
            <th scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
              {text('line')}
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line px-3 py-2 text-start font-medium whitespace-nowrap"
              >
                {one.headings[Number(column)]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} className="border-b border-line-faint align-top last:border-0">
              <th scope="row" className="px-3 py-2 text-start font-medium whitespace-nowrap">
                {number(row.line)} <Outcome row={row} />
              </th>
              {columns.map((column) => (
                <FirstCell key={column} cell={row.cells.find((each) => each.column === column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Outcome({ row: { outcome } }: { row: FirstRow }) {
  const { text } = useImportWords();
  return (
    <span className={`block font-normal ${outcome === 'bad' ? 'text-bad' : 'text-ink-second'}`}>
      {text(`outcomes.${outcome}`)}
    </span>
  );
}

function FirstCell({ cell }: { cell: FirstRowCell | undefined }) {
  const { text, cellError } = useImportWords();
  if (!cell) return <td className="px-3 py-2" />;
  return (
    <td className="max-w-48 min-w-24 px-3 py-2 wrap-anywhere">
      {cell.is_different ? <mark className="bg-warn-soft text-ink">{cell.value || '—'}</mark> : cell.value}
      {cell.is_different && cell.cell !== cell.value && (
        <span className="block text-ink-second">{text('in-file', { cell: cell.cell })}</span>
      )}
      {cell.error && <span className="block text-warn">{cellError(cell.error)}</span>}
    </td>
  );
}
