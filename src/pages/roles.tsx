import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Roles = dynamic(() => import('@/shell/menu/roles').then((module) => module.Roles));

export default definePage(Roles, { titleKey: 'common:text-roles', texts: ['accounts', 'form'] });
