import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import { FoldedList } from '@/components/ui/folded-list';
import { IconButton } from '@/components/ui/icon-button';
import type { MappedValue } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { MeaningPicker, meansRecord } from './meaning-picker';
import { rememberedKey, useImportWords } from './use-import';

const pageRows = 20;

/** What names in the files of the shop mean, as it said before; each can be changed or forgotten. */
export function RememberedValues({ shopId }: { shopId: number }) {
  const { text, counted } = useImportWords();
  const [shown, setShown] = useState(pageRows);
  const { data: values = [] } = useQuery({
    queryKey: [...rememberedKey, shopId],
    queryFn: () => api.get('product-imports/values', { shop_id: shopId }),
    select: ({ data }) => data,
  });
  if (values.length === 0) return null;
  return (
    <FoldedList title={counted('remembered-title', values.length)}>
      <div className="px-3 pb-3">
        <p className="text-small text-ink-second">{text('remembered-text')}</p>
        <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 phone:grid-cols-1">
          {values.slice(0, shown).map((value) => (
            <RememberedValue key={value.id} value={value} />
          ))}
        </ul>
        {values.length > shown && (
          <Button size="small" variant="ghost" className="mt-2" onClick={() => setShown(shown + pageRows)}>
            {text('remembered-more')}
          </Button>
        )}
      </div>
    </FoldedList>
  );
}

function RememberedValue({ value }: { value: MappedValue }) {
  const { text, field } = useImportWords();
  const client = useQueryClient();
  const { id, name, target, label } = value;
  const path = `product-imports/values/${id}` as const;
  const change = useMutation({
    mutationFn: (chosen: string | null) =>
      chosen === null ? api.remove(path) : api.patch(path, { target: chosen }),
    onSettled: () => client.invalidateQueries({ queryKey: rememberedKey }),
  });
  const isRecord = meansRecord(value.field);
  const isGone = isRecord && label === null;
  return (
    <li className="flex min-w-0 items-end gap-1">
      <div className="min-w-0 flex-1">
        <Field
          id={`import-remembered-${id}`}
          label={`${field(value.field)}: «${name}»`}
          error={isGone ? text('remembered-gone') : undefined}
        >
          {(control) => (
            <MeaningPicker
              control={control}
              field={value.field}
              value={isGone ? null : { target, label: label ?? target }}
              onChange={(meaning) => change.mutate(meaning?.target ?? null)}
            />
          )}
        </Field>
      </div>
      <IconButton
        label={text('forget', { name })}
        icon="trash-2"
        disabled={change.isPending}
        onClick={() => change.mutate(null)}
      />
    </li>
  );
}
