import { expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource, Column } from '@/contract/core/define';

it('addresses and icons of records are columns that wait until a person asks for them', () => {
  const shown = Object.values(resources as Record<string, AnyResource>).flatMap((family) =>
    family.columns
      .filter(
        (column: Column<Record<string, unknown>>) =>
          (column.key === 'slug' || column.kind === 'icon') && !column.hidden,
      )
      .map((column: Column<Record<string, unknown>>) => `${family.name}.${column.key}`),
  );
  expect(shown).toEqual([]);
});
