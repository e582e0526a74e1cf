import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { isLive, type ProductStatus } from '@/contract/catalogue/products/moderation';
import type { RecordForm } from '@/lib/form/use-record-form';

/** Possible outcomes of saving a product that is not on sale yet. */
export interface SaveGoals {
  /** Status that the main button sets. */
  goal: 'under_review' | 'publish';
  /** True while the product waits for its review: the main button only saves. */
  isWaiting: boolean;
}

/**
 * Outcomes for a product that is not on sale yet: its buttons name them, so it needs no status select. Undefined for
 * all others.
 */
export function saveGoals(
  statuses: readonly ProductStatus[],
  current: ProductStatus | undefined,
): SaveGoals | undefined {
  if (isLive(current) || !statuses.includes('draft')) return undefined;
  if (statuses.includes('under_review'))
    return { goal: 'under_review', isWaiting: current === 'under_review' };
  const isDraft = current === undefined || current === 'draft';
  return statuses.includes('publish') && isDraft ? { goal: 'publish', isWaiting: false } : undefined;
}

/** Saves with a status. Ctrl+S and Enter keep a draft a draft, so that nobody publishes by accident. */
export function useGoalSave(record: RecordForm, goals: SaveGoals | undefined) {
  if (!goals) return undefined;
  const save = (status: ProductStatus) => () => {
    record.form.setValue('status', status, { shouldDirty: true });
    record.submit();
  };
  return {
    toGoal: save(goals.goal),
    toDraft: save('draft'),
    byKey: save(goals.isWaiting ? goals.goal : 'draft'),
  };
}

interface SaveButtonsProps {
  goals: SaveGoals;
  save: NonNullable<ReturnType<typeof useGoalSave>>;
  isSaving: boolean;
}

/** Short enough for both to fit into the bar of a phone. */
const phoneClass = 'phone:min-w-0 phone:flex-1 phone:px-2 phone:text-small';

export function SaveButtons({ goals, save, isSaving }: SaveButtonsProps) {
  const { t } = useTranslation(['catalogue', 'common']);
  const { goal, isWaiting } = goals;
  return (
    <>
      <Button disabled={isSaving} className={phoneClass} onClick={save.toDraft}>
        {t(`catalogue:products.form.save.${isWaiting ? 'to-draft' : 'draft'}`)}
      </Button>
      <Button variant="primary" isLoading={isSaving} className={phoneClass} onClick={save.toGoal}>
        {isWaiting ? t('common:button-save') : t(`catalogue:products.form.save.${goal}`)}
      </Button>
    </>
  );
}
