import { readFileSync } from 'node:fs';
import { yupResolver } from '@hookform/resolvers/yup';
import { type FieldValues, get, type Resolver } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource, FieldKind } from '@/contract/core/define';
import { keepUnchanged } from '@/lib/form/keep-unchanged';

/** A choice that is still to be made says so in words of its own; it is not called wrong. */
const texts: Record<string, string> = JSON.parse(readFileSync('public/locales/ru/form.json', 'utf8'));

const choices: readonly FieldKind[] = ['select', 'radio', 'relation', 'icon', 'colour'];

/** Paths of required choices, also in the rows of a list, with the values of a form in which nothing is chosen. */
function unchosen({ fields }: AnyResource): { path: string; values: object }[] {
  const nothing = [undefined, '', null];
  return fields.flatMap(({ key, kind, required, items = [] }): { path: string; values: object }[] => {
    if (choices.includes(kind))
      return required ? nothing.map((value) => ({ path: String(key), values: { [key]: value } })) : [];
    return items
      .filter((item) => item.required && choices.includes(item.kind))
      .flatMap((item) =>
        nothing.map((value) => ({
          path: `${String(key)}.0.${item.key}`,
          values: { [key]: [{ [item.key]: value }] },
        })),
      );
  });
}

const families = resourceNames
  .map((name: ResourceName): [string, AnyResource] => [name, resources[name]])
  .filter(([, resource]) => unchosen(resource).length > 0);

describe('a required choice that was not made', () => {
  it.each(families)('in the form of %s says to choose', async (_name, resource) => {
    const schema = await resource.schema();
    const check = keepUnchanged(yupResolver(schema) as unknown as Resolver<FieldValues>, schema, {
      values: () => ({}),
      isRecord: true,
    });

    for (const { path, values } of unchosen(resource)) {
      const { errors }: { errors: object } = await check(values, undefined, {
        fields: {},
        shouldUseNativeValidation: undefined,
      });
      const message = String(get(errors, `${path}.message`));
      expect([path, texts[message] ?? message]).toEqual([path, expect.stringMatching(/^Выберите/)]);
    }
  });
});
