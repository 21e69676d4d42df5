// In the site editor's frame a member's page is shown with samples: no session, no socket, and nothing that could be done to anybody.
import { countUnreadInquiries } from '@maru/contact/contract.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { answerBySamples } from '@maru/kit/web/sample-answers.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { countUnreadMessages } from '@maru/message/contract.ts';
import { listPendingTerms, type SiteInfo } from '@maru/site/contract.ts';
import { walletSamples } from '@maru/wallet/web/sample-wallets.ts';

export function showSampleMember(site: SiteInfo): void {
  answerBySamples(
    [
      ...walletSamples({ usedCoins: site.usedCoins.split(','), binaryCurrency: site.binaryCurrency }, serverNow),
      { route: listPendingTerms, answer: () => [] },
      { route: countUnreadMessages, answer: () => ({ count: 2 }) },
      { route: countUnreadInquiries, answer: () => ({ count: 0, contactId: null }) },
    ],
    '미리보기에서는 아무것도 바뀌지 않아요. (Nothing changes in a preview.)',
  );
  useSession.setState({
    status: 'success',
    user: { id: 0, username: 'sample', name: '예시 회원', nick: '예시 회원', role: 'member', status: 'ACTIVE' },
  });
  // Nobody's queues: a socket that is not begun neither asks for them nor takes the page for one that was cut off.
  socket.state.setState({ status: 'open', latencyMs: 20 });
}
