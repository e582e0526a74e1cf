import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/settings/terms-and-conditions/term-details'), 'TermDetails');

export default resourcePage(termsAndConditions, { Details });
