import { definePage, lazy } from '@/shell/define-page';

const Roles = lazy(() => import('@/shell/menu/roles'), 'Roles');

export default definePage(Roles, { titleKey: 'common:text-roles', texts: ['accounts', 'form'] });
