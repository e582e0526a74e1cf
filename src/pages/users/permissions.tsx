import dynamic from 'next/dynamic';

// Ships the declarations and texts of every family: only this page needs them.
const PermissionExplorer = dynamic(() =>
  import('@/features/accounts/users/permission-explorer').then((module) => module.PermissionExplorer),
);

export default function PermissionsPage() {
  return <PermissionExplorer />;
}

PermissionsPage.titleKey = 'common:text-permission-explorer';
PermissionsPage.texts = ['accounts', 'form'];
