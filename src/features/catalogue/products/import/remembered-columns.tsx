import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@/components/ui/icon-button';
import type { ProductImport, RememberedColumns as Remembered } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { FoldedList } from './folded-list';
import { useImportWords } from './use-import';

const key = ['product-imports', 'columns'];

/** What a person chose for columns before, by the headings of a file; each can be forgotten. */
export function RememberedColumns({ one }: { one: ProductImport }) {
  const { text, counted } = useImportWords();
  const { data: shapes = [] } = useQuery({
    queryKey: [...key, one.shop_id],
    queryFn: () => api.get('product-imports/columns', { shop_id: one.shop_id }),
    select: ({ data }) => data,
  });
  if (shapes.length === 0) return null;
  const isOurs = (shape: Remembered) => shape.headings.join('\n') === one.headings.join('\n');
  const known = shapes.find(isOurs);
  return (
    <>
      {known && (
        <p className="mt-3 text-small text-ink-second">{text('columns-known', { file: known.file_name })}</p>
      )}
      <FoldedList title={counted('columns-title', shapes.length)}>
        <ul className="divide-y divide-line-faint px-3 pb-2">
          {shapes.map((shape) => (
            <Shape key={shape.id} shape={shape} />
          ))}
        </ul>
      </FoldedList>
    </>
  );
}

function Shape({ shape }: { shape: Remembered }) {
  const { text, field } = useImportWords();
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => api.remove(`product-imports/columns/${shape.id}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const columns = Object.entries(shape.mapping).map(
    ([index, name]) => `${shape.headings[Number(index)] ?? index} → ${field(name)}`,
  );
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{shape.file_name}</p>
        <p className="text-small wrap-anywhere text-ink-second">{columns.join(' · ')}</p>
      </div>
      <IconButton
        label={text('forget', { name: shape.file_name })}
        icon="trash-2"
        disabled={forget.isPending}
        onClick={() => forget.mutate()}
      />
    </li>
  );
}
