// The entry point of files: in and out, the attachment store that other features hang them on, and the cleanup.
import { join } from 'node:path';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { downloadDeskFile, listDeskFiles, sweepFiles, uploadDeskFile } from '../admin-contract.ts';
import { downloadFile, attachmentStore, type FileUser, fileUsers, uploadFile } from '../contract.ts';
import { fileErrors } from '../errors.ts';
import { openDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { openS3Store, s3PlaceOf } from './s3-store.ts';
import { fileMigrations } from './migrations.ts';
import { listFilesOfSite, sweepSite } from './desk-files.ts';
import { createAttachmentStore, forgetLooseFiles, giveDeskFile, giveFile } from './attachment-store.ts';
import { takeDeskFile, takeFile } from './upload.ts';
import { fileWiring } from './wiring.ts';

const SWEEP_MS = 3_600_000;

export function createFileFeature(): ServerFeature<typeof fileWiring> {
  let store: FileStore | undefined;
  const users: FileUser[] = [];
  return {
    name: 'file',
    wiring: fileWiring,
    errors: fileErrors,
    migrations: fileMigrations,
    routes: [
      handle(uploadFile, (context, call) => takeFile(context, store as FileStore, call)),
      handle(downloadFile, (context, call) => giveFile(context, store as FileStore, call)),
      handleOperator(uploadDeskFile, (context, call, audit) => takeDeskFile(context, store as FileStore, call, audit)),
      handleOperator(downloadDeskFile, (context, call) => giveDeskFile(context, store as FileStore, call)),
      handleOperator(listDeskFiles, listFilesOfSite),
      handleOperator(sweepFiles, (context, call, audit) => sweepSite(context, store as FileStore, call, audit, users)),
    ],
    async start(context) {
      const opened = storeOf(context);
      store = opened;
      users.length = 0;
      context.services.provide(attachmentStore, createAttachmentStore(context));
      context.services.provide(fileUsers, { register: (user) => void users.push(user) });
      context.jobs.every({ name: 'file.forget', everyMs: SWEEP_MS, fault: 'loose files kept' }, () => forgetLooseFiles(context, opened));
    },
  };
}

function storeOf({ config, clock }: AppContext): FileStore {
  return config.filesUrl === undefined
    ? openDiskStore(join(config.dataDir, 'files'))
    : openS3Store(s3PlaceOf(config.filesUrl), () => clock.now());
}
