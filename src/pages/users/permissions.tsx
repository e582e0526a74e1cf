import { definePage, lazy } from '@/shell/define-page';

// Ships the declarations and texts of every family: only this page needs them.
const PermissionExplorer = lazy(
  () => import('@/features/accounts/users/permission-explorer'),
  'PermissionExplorer',
);

export default definePage(PermissionExplorer, {
  titleKey: 'common:text-permission-explorer',
  texts: ['accounts', 'form'],
});
