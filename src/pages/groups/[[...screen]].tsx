import { groups } from '@/contract/catalogue/groups';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/catalogue/groups/group-form'), 'GroupForm');
const Texts = lazy(() => import('@/features/catalogue/groups/group-texts'), 'GroupTexts');

export default resourcePage(groups, { Form, Texts });
