import { CampaignPeopleScreen } from './screens/campaigns/campaign-people-screen.ts'
import { CampaignScheduleScreen, UpdateCampaignForm } from './screens/campaigns/campaign-schedule-screen.ts'
import { CampaignStartScreen, StartCampaignForm } from './screens/campaigns/campaign-start-screen.ts'
import {
  CampaignStatsScreen,
  MarkMessageSentForm,
  ResendMessageForm,
} from './screens/campaigns/campaign-stats-screen.ts'
import {
  ArchiveCampaignForm,
  ArchiveCampaignScreen,
  DeleteCampaignForm,
  DeleteCampaignScreen,
} from './screens/campaigns/campaign-end-screens.ts'
import { PauseCampaignForm, ResumeCampaignForm } from './screens/campaigns/campaign-end-screens.ts'
import { CampaignWriteScreen } from './screens/campaigns/campaign-write-screen.ts'
import { CampaignsScreen, CreateCampaignForm } from './screens/campaigns/campaigns-screen.ts'
import { AddPeopleForm, RemovePeopleForm } from './screens/campaigns/people-forms.ts'
import {
  AddStepForm,
  CampaignMail,
  DeleteStepForm,
  SendTestForm,
  UpdateStepForm,
} from './screens/campaigns/step-forms.ts'
import { ConversationForm, UnsubscribeConversationForm } from './screens/answers/conversation-forms.ts'
import { ReplyScreen } from './screens/answers/reply-screen.ts'
import {
  ChangeReplyForm,
  DeleteReplyForm,
  ReplyWasSentForm,
  ResendReplyForm,
  SendReplyForm,
  WriteReplyForm,
} from './screens/answers/reply-forms.ts'
import { ConversationsScreen } from './screens/answers/conversations-screen.ts'
import { AnswersScreen, MarkAnswerForm, AnswerAgainForm, NeverAnswerForm } from './screens/answers/answers-screen.ts'
import {
  MailboxServersForm,
  MailboxServersScreen,
  MailboxSettingsForm,
  MailboxSettingsScreen,
} from './screens/mailboxes/mailbox-edit-screens.ts'
import {
  DisconnectMailboxForm,
  DisconnectMailboxScreen,
  MakeDkimForm,
  PauseMailboxForm,
  ResumeMailboxForm,
  SendProofForm,
  RemoveDkimForm,
  RemoveDkimScreen,
  TestMailboxForm,
} from './screens/mailboxes/mailbox-forms.ts'
import { MailboxScreen } from './screens/mailboxes/mailbox-screen.ts'
import { SetGuardForm } from './screens/mailboxes/strict-form.ts'
import { MailboxesScreen } from './screens/mailboxes/mailboxes-screen.ts'
import { ConnectMailboxForm, ReconnectMailboxForm } from './screens/mailboxes/connect-forms.ts'
import { CreateMailboxForm, NewMailboxScreen } from './screens/mailboxes/new-mailbox-screen.ts'
import { HomeScreen } from './screens/home/home-screen.ts'
import { ForgetFileForm, ImportFileForm, ImportFileScreen } from './screens/imports/import-file-screen.ts'
import { ImportScreen, StopImportForm } from './screens/imports/import-screen.ts'
import { ImportsScreen, SampleFile, UploadForm } from './screens/imports/imports-screen.ts'
import { DeleteLeadsForm, DeleteLeadsScreen } from './screens/leads/delete-leads-screen.ts'
import { ExportFile, ExportScreen, LargeExportFile } from './screens/leads/export-screen.ts'
import { EnrichLeadForm, LeadScreen, UpdateLeadForm } from './screens/leads/lead-screen.ts'
import { filterAdded } from './screens/leads/leads-filters.ts'
import {
  AddToListForm,
  CheckLeadsForm,
  EnrichLeadsForm,
  ExportLeadsForm,
  MoveLeadsForm,
  RemoveFromListForm,
} from './screens/leads/leads-forms.ts'
import { LeadsScreen } from './screens/leads/leads-screen.ts'
import { NewLeadForm, NewLeadScreen } from './screens/leads/new-lead-screen.ts'
import { WriteToLeadsForm, WriteToLeadsScreen } from './screens/leads/write-to-leads-screen.ts'
import { ChangesScreen } from './screens/changes/changes-screen.ts'
import { WatchForm } from './screens/changes/watch-forms.ts'
import { DiscoverScreen } from './screens/discover/discover-screen.ts'
import { LookIntoForm } from './screens/discover/look-into-form.ts'
import { searchLeadsTo } from './screens/home/search-signpost.ts'
import { CheckPeopleForm, PeopleDownload } from './screens/search/check-people-form.ts'
import { CompanyScreen } from './screens/search/company-screen.ts'
import { FindScreen } from './screens/search/find-screen.ts'
import {
  ForgetPersonForm,
  ForgetPersonScreen,
  NeverWriteForm,
  PersonScreen,
  WriteAgainForm,
} from './screens/search/person-screen.ts'
import { SavePeopleForm, SavePeopleScreen, UndoSaveForm } from './screens/search/save-people-screen.ts'
import { WritePeopleForm, WritePeopleScreen } from './screens/search/write-people-screen.ts'
import { AnswersDownload, SaveValidForm, StopCheckForm } from './screens/verify/check-forms.ts'
import { CheckScreen } from './screens/verify/check-screen.ts'
import { CheckFileForm, CheckPastedForm, VerifyScreen } from './screens/verify/verify-screen.ts'
import { DeleteFolderForm, DeleteFolderScreen, NewFolderForm, RenameFolderForm } from './screens/lists/folder-forms.ts'
import { DeleteListForm, DeleteListScreen, MergeListForm, MergeListScreen } from './screens/lists/list-endings.ts'
import { ListScreen, UpdateListForm } from './screens/lists/list-screen.ts'
import { FavoriteListForm, ListsScreen, NewListForm } from './screens/lists/lists-screen.ts'
import {
  DeleteFieldForm,
  DeleteFieldScreen,
  NewFieldForm,
  OwnFieldsScreen,
  RenameFieldForm,
} from './screens/lists/own-fields-screen.ts'
import { to } from './page/page-query.ts'
import { OWN_LOGIN_ROUTES, SIGN_IN_ROUTES } from './sign-in-routes.ts'
import { SETTINGS_ROUTES } from './settings-routes.ts'
import { file, mail, page, post, signpost } from './web-route.ts'
import type { WebRoute } from './web-route.ts'

/** The whole web door, below `/app`. Screens with a navigation entry appear there in this order. */
export const WEB_ROUTES: readonly WebRoute[] = [
  page('/', HomeScreen, { word: 'home', icon: 'home' }),
  signpost('/search', searchLeadsTo),

  page('/find', FindScreen, { word: 'find', icon: 'find' }),
  page('/companies/:domain', CompanyScreen),
  post('/companies/:domain/check', CheckPeopleForm),
  file('/companies/:domain/people.csv', PeopleDownload),
  page('/people/forget', ForgetPersonScreen),
  post('/people/forget', ForgetPersonForm),
  page('/people/:address', PersonScreen),
  post('/people/:address/never-write', NeverWriteForm),
  post('/people/:address/write-again', WriteAgainForm),
  page('/save', SavePeopleScreen),
  post('/save', SavePeopleForm),
  post('/save/undo', UndoSaveForm),
  page('/write', WritePeopleScreen),
  post('/write', WritePeopleForm),

  page('/discover', DiscoverScreen, { word: 'discover', icon: 'discover' }),
  post('/discover/look', LookIntoForm),

  page('/changes', ChangesScreen, { word: 'changes', icon: 'watch' }),
  post('/changes/watch', WatchForm),

  page('/verify', VerifyScreen, { word: 'verify', icon: 'verify' }),
  post('/verify', CheckPastedForm),
  post('/verify/file', CheckFileForm),
  page('/verify/:id', CheckScreen),
  post('/verify/:id/stop', StopCheckForm),
  post('/verify/:id/save', SaveValidForm),
  file('/verify/:id/results.csv', AnswersDownload),

  ...SIGN_IN_ROUTES,

  page('/leads', LeadsScreen, { word: 'leads', icon: 'leads' }),
  signpost('/leads/filter', filterAdded),
  post('/leads/add', AddToListForm),
  post('/leads/remove', RemoveFromListForm),
  post('/leads/move', MoveLeadsForm),
  post('/leads/enrich', EnrichLeadsForm),
  post('/leads/check', CheckLeadsForm),
  post('/leads/export', ExportLeadsForm),
  page('/leads/delete', DeleteLeadsScreen),
  post('/leads/delete', DeleteLeadsForm),
  page('/leads/write', WriteToLeadsScreen),
  post('/leads/write', WriteToLeadsForm),
  page('/leads/new', NewLeadScreen),
  post('/leads/new', NewLeadForm),
  page('/leads/:id', LeadScreen),
  post('/leads/:id', UpdateLeadForm),
  post('/leads/:id/enrich', EnrichLeadForm),
  page('/exports/:id', ExportScreen),
  file('/exports/:id/file', ExportFile),
  file('/exports/:id/large-file', LargeExportFile),

  page('/lists', ListsScreen, { word: 'lists', icon: 'lists' }),
  post('/lists', NewListForm),
  page('/lists/fields', OwnFieldsScreen),
  post('/lists/fields', NewFieldForm),
  post('/lists/fields/:id', RenameFieldForm),
  page('/lists/fields/:id/delete', DeleteFieldScreen),
  post('/lists/fields/:id/delete', DeleteFieldForm),
  post('/lists/folders', NewFolderForm),
  post('/lists/folders/:id', RenameFolderForm),
  page('/lists/folders/:id/delete', DeleteFolderScreen),
  post('/lists/folders/:id/delete', DeleteFolderForm),
  page('/lists/:id', ListScreen),
  post('/lists/:id', UpdateListForm),
  post('/lists/:id/favorite', FavoriteListForm),
  page('/lists/:id/merge', MergeListScreen),
  post('/lists/:id/merge', MergeListForm),
  page('/lists/:id/delete', DeleteListScreen),
  post('/lists/:id/delete', DeleteListForm),

  page('/imports', ImportsScreen),
  post('/imports', UploadForm),
  file('/imports/sample.csv', SampleFile),
  page('/imports/files/:id', ImportFileScreen),
  post('/imports/files/:id', ImportFileForm),
  post('/imports/files/:id/forget', ForgetFileForm),
  page('/imports/:id', ImportScreen),
  post('/imports/:id/stop', StopImportForm),

  page('/campaigns', CampaignsScreen, { word: 'campaigns', icon: 'campaigns' }),
  post('/campaigns', CreateCampaignForm),
  signpost('/campaigns/:id', ({ params }) => to(`/campaigns/${params['id']}/write`)),
  page('/campaigns/:id/write', CampaignWriteScreen),
  post('/campaigns/:id/steps', AddStepForm),
  post('/campaigns/:id/steps/:follow_up_id', UpdateStepForm),
  post('/campaigns/:id/steps/:follow_up_id/delete', DeleteStepForm),
  post('/campaigns/:id/test', SendTestForm),
  mail('/campaigns/:id/mail', CampaignMail),
  page('/campaigns/:id/people', CampaignPeopleScreen),
  post('/campaigns/:id/people', AddPeopleForm),
  post('/campaigns/:id/people/remove', RemovePeopleForm),
  page('/campaigns/:id/schedule', CampaignScheduleScreen),
  post('/campaigns/:id/schedule', UpdateCampaignForm),
  page('/campaigns/:id/stats', CampaignStatsScreen),
  post('/campaigns/:id/messages/:message_id/resend', ResendMessageForm),
  post('/campaigns/:id/messages/:message_id/sent', MarkMessageSentForm),
  page('/campaigns/:id/start', CampaignStartScreen),
  post('/campaigns/:id/start', StartCampaignForm),
  post('/campaigns/:id/pause', PauseCampaignForm),
  post('/campaigns/:id/resume', ResumeCampaignForm),
  page('/campaigns/:id/archive', ArchiveCampaignScreen),
  post('/campaigns/:id/archive', ArchiveCampaignForm),
  page('/campaigns/:id/delete', DeleteCampaignScreen),
  post('/campaigns/:id/delete', DeleteCampaignForm),

  page('/answers', ConversationsScreen, { word: 'answers', icon: 'answers' }),
  page('/answers/events', AnswersScreen),
  post('/conversations/:id', ConversationForm),
  post('/conversations/:id/unsubscribe', UnsubscribeConversationForm),
  post('/conversations/:id/replies', WriteReplyForm),
  page('/conversations/:id/replies/:reply_id', ReplyScreen),
  post('/conversations/:id/replies/:reply_id', ChangeReplyForm),
  post('/conversations/:id/replies/:reply_id/send', SendReplyForm),
  post('/conversations/:id/replies/:reply_id/delete', DeleteReplyForm),
  post('/conversations/:id/replies/:reply_id/resend', ResendReplyForm),
  post('/conversations/:id/replies/:reply_id/mark-sent', ReplyWasSentForm),
  post('/answers/:id/mark', MarkAnswerForm),
  post('/answers/:id/never-write', NeverAnswerForm),
  post('/answers/:id/may-write', AnswerAgainForm),
  page('/mailboxes', MailboxesScreen, { word: 'mailboxes', icon: 'mailbox' }),
  post('/mailboxes/guard', SetGuardForm),
  page('/mailboxes/new', NewMailboxScreen),
  post('/mailboxes/new', CreateMailboxForm),
  post('/mailboxes/connect', ConnectMailboxForm),
  post('/mailboxes/:id/connect', ReconnectMailboxForm),
  page('/mailboxes/:id', MailboxScreen),
  post('/mailboxes/:id/pause', PauseMailboxForm),
  post('/mailboxes/:id/resume', ResumeMailboxForm),
  post('/mailboxes/:id/proof', SendProofForm),
  post('/mailboxes/:id/test', TestMailboxForm),
  page('/mailboxes/:id/settings', MailboxSettingsScreen),
  post('/mailboxes/:id/settings', MailboxSettingsForm),
  page('/mailboxes/:id/servers', MailboxServersScreen),
  post('/mailboxes/:id/servers', MailboxServersForm),
  post('/mailboxes/:id/dkim', MakeDkimForm),
  page('/mailboxes/:id/dkim/remove', RemoveDkimScreen),
  post('/mailboxes/:id/dkim/remove', RemoveDkimForm),
  page('/mailboxes/:id/disconnect', DisconnectMailboxScreen),
  post('/mailboxes/:id/disconnect', DisconnectMailboxForm),

  ...OWN_LOGIN_ROUTES,

  ...SETTINGS_ROUTES,
]
