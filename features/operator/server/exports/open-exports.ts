// The desk as other features meet it, with exports: each kind brings the right that it wants.
import type { AppContext } from '@maru/kit/server/context.ts';
import { approvals, desk } from '../../contract.ts';
import type { AuditLog } from '../audit-log.ts';
import type { DeskGateway } from '../desk-gateway.ts';
import type { DeskBoard } from '../waiting.ts';
import { askedKind } from './ask-export.ts';
import { Exporter } from './run-exports.ts';

export function openExports(context: AppContext, log: AuditLog, board: DeskBoard, gateway: Pick<DeskGateway, 'addRight'>): Exporter {
  const exporter = new Exporter(context, log, board.exports);
  context.services.provide(desk, {
    ...board,
    registerExport(source) {
      board.registerExport(source);
      if (source.alone !== undefined) context.services.find(approvals)?.register(askedKind(source, exporter));
      gateway.addRight(source.right, { ko: `${source.name.ko} 내보내기`, en: `Export: ${source.name.en}` });
    },
  });
  return exporter;
}
