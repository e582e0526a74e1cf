import { guardExports } from '@/server/core/http/export-guard';
import { defineModule } from '@/server/core/module';
import { assertTakingOut } from './personal-data/exports';
import { personalDataRoutes } from './personal-data/routes';
import { forgetViews } from './personal-data/views';
import { providerRoutes } from './providers/routes';
import { roleRoutes } from './roles/routes';
import { userRoutes } from './routes';
import { forgetInvitations } from './sign-in/forget-invitations';
import { authRoutes } from './sign-in/routes';
import { usersService } from './users';
import { viewRoutes } from './vendor-views/routes';

guardExports(assertTakingOut);

const day = 24 * 3600_000;

/** Sign-in, sessions, users, addresses, wallets and points. */
export const accounts = defineModule({
  routes: [authRoutes, personalDataRoutes, providerRoutes, roleRoutes, userRoutes, viewRoutes],
  jobs: () => [
    { kind: 'scheduled', name: 'forgotten-views', everyMs: day, run: ({ ctx }) => forgetViews(ctx) },
    {
      kind: 'scheduled',
      name: 'forgotten-invitations',
      everyMs: day,
      run: ({ ctx }) => forgetInvitations(ctx),
    },
  ],
  effects: {
    triggers: { 'users: name_index': 'rewrites the text by which a person is found' },
    events: {
      session: 'sessions ended, or a role gives other rights',
      settings: 'a way to sign in was opened, changed or closed',
    },
  },
  resources: {
    users: usersService,
  },
});
