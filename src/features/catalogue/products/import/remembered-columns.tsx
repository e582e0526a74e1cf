import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RememberedShapes } from '@/components/table/remembered-shapes';
import type { ProductImport, RememberedColumns as Remembered } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { useImportWords } from './use-import';

const key = ['product-imports', 'columns'];

/** What a person chose for columns before, by the headings of a file; each can be forgotten. */
export function RememberedColumns({ one }: { one: ProductImport }) {
  const { text, counted, field } = useImportWords();
  const client = useQueryClient();
  const { data: shapes = [] } = useQuery({
    queryKey: [...key, one.shop_id],
    queryFn: () => api.get('product-imports/columns', { shop_id: one.shop_id }),
    select: ({ data }) => data,
  });
  const forget = useMutation({
    mutationFn: (id: number) => api.remove(`product-imports/columns/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  if (shapes.length === 0) return null;
  const isOurs = (shape: Remembered) => shape.headings.join('\n') === one.headings.join('\n');
  const known = shapes.find(isOurs);
  return (
    <>
      {known && (
        <p className="mt-3 text-small text-ink-second">{text('columns-known', { file: known.file_name })}</p>
      )}
      <RememberedShapes
        title={counted('columns-title', shapes.length)}
        shapes={shapes.map(({ id, file_name, headings, mapping }) => ({
          id,
          name: file_name,
          columns: Object.entries(mapping).map(
            ([index, name]) => `${headings[Number(index)] ?? index} → ${field(name)}`,
          ),
        }))}
        forgetLabel={(name) => text('forget', { name })}
        onForget={forget.mutate}
        isBusy={forget.isPending}
      />
    </>
  );
}
