import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Select } from '@/components/inputs/select';
import { PagedCard } from '@/crud/list/paged-card';
import type { Rows } from '@/lib/api/client';

interface ChosenListProps<Row> {
  /** Of the query, below `reconciliation`. */
  name: string;
  /** Parameter that is chosen, and what it is at first. */
  by: string;
  first?: string;
  label: string;
  options: readonly { value: string; label: string }[];
  load: (query: Record<string, string | number>) => Promise<Rows<Row>>;
  empty: (isFiltered: boolean) => ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** Rows of one choice, in pages. */
export function ChosenList<Row>(props: ChosenListProps<Row>) {
  const { name, by, first = '', label, options, load, empty, children } = props;
  const [value, setValue] = useState(first);
  const [page, setPage] = useState(1);
  const query = { page, limit: 20, ...(value && { [by]: value }) };
  const found = useQuery({
    queryKey: ['reconciliation', name, query],
    queryFn: () => load(query),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-3">
      <Select
        className="w-64 phone:w-full"
        aria-label={label}
        value={value}
        options={options}
        onChange={({ target }) => {
          setValue(target.value);
          setPage(1);
        }}
      />
      <PagedCard query={found} empty={empty(value !== '')} onPage={setPage}>
        {children}
      </PagedCard>
    </div>
  );
}
