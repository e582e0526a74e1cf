import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import type { AnyResource, BaseRow } from '@/contract/core/define';

/** A family whose rows are called by their number, with the sign of the language: `№ 7`, `No. 7`. */
export function useNumbered<Resource extends AnyResource>(resource: Resource): Resource {
  const { t } = useTranslation('common');
  return useMemo(
    () => ({ ...resource, titleOf: ({ id }: BaseRow) => t('common:id', { id }) }),
    [resource, t],
  );
}
