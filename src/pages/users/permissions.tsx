import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

// Ships the declarations and texts of every family: only this page needs them.
const PermissionExplorer = dynamic(() =>
  import('@/features/accounts/users/permission-explorer').then((module) => module.PermissionExplorer),
);

export default definePage(PermissionExplorer, {
  titleKey: 'common:text-permission-explorer',
  texts: ['accounts', 'form'],
});
