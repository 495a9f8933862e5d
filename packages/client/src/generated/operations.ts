// Made from contract/openapi.json by `pnpm contract`; changes are lost.

/**
 * Operations, one line for each path. A leading digit is the number of segments that the path shares with the line before.
 * Marks behind a name: `+` POST, `=` PUT, `~` PATCH, `-` DELETE, and `!` where the answer is not JSON.
 */
export const operationTable = `\
acts listActs startAct+
1{id}/end endAct+
alarm-messages listAlarmMessages
1ack-all acknowledgeAllAlarmMessages+
1{id}/ack acknowledgeAlarmMessage+!
alarm/codes listAlarmCodes createAlarmCode+
2{id} deleteAlarmCode-! getAlarmCode putAlarmCode=!
1incidents listAlarmIncidents
2{id} getAlarmIncident
1journal listAlarmJournal
2verify verifyAlarmJournal
1output-candidates listAlarmOutputCandidates
1outputs/{id}/test testAlarmOutput+!
1panels listAlarmPanels
1remote-key-candidates listAlarmRemoteKeyCandidates
1reset-motion resetAlarmMotion+
1sensor-candidates listAlarmSensorCandidates
1silence-all silenceAllAlarmZones+!
1state getAlarmState
1triggered-motion listTriggeredMotion
1zones listAlarmZones createAlarmZone+
2{id} deleteAlarmZone-! getAlarmZone putAlarmZone=!
3acknowledge acknowledgeAlarmZone+!
3arm armAlarmZone+
3disarm disarmAlarmZone+!
3outputs listAlarmZoneOutputs putAlarmZoneOutputs=!
3readiness getAlarmZoneReadiness
3reset-motion resetAlarmZoneMotion+
3sensors listAlarmZoneSensors putAlarmZoneSensors=!
3silence silenceAlarmZone+!
3walktest getAlarmWalkTestStatus
4start startAlarmWalkTest+!
4stop stopAlarmWalkTest+!
areas listAreas createArea+
1{id} deleteArea-! updateArea=
2rooms setAreaRooms=
audit listAudit
auth/login login+
1logout logout+!
1me me
2password changeOwnPassword~!
1sessions endSessions-! listSessions
2{id} endSession-!
1tokens listTokens createToken+
2v2 listTokensV2 createTokenV2+
3{fingerprint} deleteTokenV2-!
2{id} deleteToken-!
1users listLoginNames
backups listBackups createBackup+
1own listOwnBackups createOwnBackup+
2status getOwnBackupStatus
2upload uploadOwnBackup+
2{id} deleteOwnBackup-!
3download downloadOwnBackup!
3restore restoreOwnBackup+
3verify verifyOwnBackup+
1status getBackupStatus
1storage getBackupStorage
1upload uploadBackup+
1{id} deleteBackup-!
2download downloadBackup!
2restore restoreBackup+!
centrals listCentrals createCentral+
1discovered listDiscoveredCentrals
2ignored listIgnoredCentrals
2{serial}/ignore unignoreDiscoveredCentral-! ignoreDiscoveredCentral+!
1file getCentralsFile
2take takeCentralsFile+!
2write writeCentralsFile+!
1probe probeCentral+
1{name} deleteCentral-! getCentral putCentral=!
config getConfig
1effective getEffectiveConfig
1fields/{path} resetConfigField-!
1schema getConfigSchema
1sections/{section} resetConfigSection-! getConfigSection putConfigSection=
3test testConfigSection+
device-replacements listDeviceReplacements
1{id} getDeviceReplacement
devices listDevices
1firmware/refresh refreshFirmwareData+!
1refresh refreshDevices+!
1values:batch readValuesBatch+
1{addr} deleteDevice-! getDevice updateDevice~
2accept acceptDevice+
2cdps listCustomDataPoints
3{name} getCustomDataPoint
4{operation} invokeCustomDataPoint+!
2central-links removeCentralLinks- getCentralLinksStatus createCentralLinks+
2channels listChannels
3{no} getChannel updateChannel~
4calc-dps listCalculatedDataPoints
5{name} getCalculatedDataPoint
4config/export exportConfiguration
5import importConfiguration+
4data-points listDataPoints
5{param} getDataPoint
6value setDataPointValue=!
4event-groups listEventGroups
4flags getChannelFlags putChannelFlags=
4linkable-channels linkableChannels
4paramsets/{key}/determine determineParameter+
4reload reloadChannel+!
4schedule getChannelSchedule putChannelSchedule=
5active-profile setChannelActiveProfile+!
4team setDeviceChannelTeam=!
4team-candidates getDeviceTeamCandidates
4ui-schema getUiSchema
4week_profile getWeekProfile
5channel-locks/{key} setScheduleChannelLock=!
5copy copyWeekProfile+
2config/restore restoreDeviceConfig+!
2firmware/update updateFirmware+
2icon getDeviceIcon!
2install-mode teachInDevice+!
2link-ps/{peer} getLinkParamset putLinkParamset=!
2links removeLink-! listLinks updateLink~! addLink+!
3profiles listLinkProfiles applyLinkProfile+
4preview previewLinkProfile+
3test testLink+!
2paramsets/{key} getParamset putParamset=!
4apply-targets listApplyTargets
4apply-to applySettings+
2receiver setDeviceReceiver=
2release releaseDevice+!
2reload reloadDevice+!
2replace replaceDevice+
2replace-candidates listReplaceCandidates
2schedule getDeviceSchedule putDeviceSchedule=
3active-profile setDeviceActiveProfile+!
2schedules/copy copySchedule+
2test testDevice+
2ui-schema getDeviceUiSchema
diagnostics getDiagnostics
1doctor runDoctor
1fleet getFleet
1log-level getLogLevel putLogLevel=
1log-levels listLogLevels
2{path} deleteLogLevelOverride-! putLogLevelOverride=!
1logs listLogs
2stream streamLogs!
1radio readRadioTraffic
2budget readRadioBudget
2estimate estimateRadioCost+
1reliability listReliability
1rssi listSignals
2matrix getRssiMatrix
2receiver-proposal getReceiverProposals
1streams listStreams
diagrams listDiagrams createDiagram+
1{id} deleteDiagram-! getDiagram updateDiagram=
energy getEnergy
1standby getStandby
1tariffs getTariffs setTariffs=
2preview previewTariffs+
events/log listEvents
1stream streamEvents!
firmware/plan readFirmwarePlan changeFirmwarePlan~ planFirmwareUpdates+
2{id} abortFirmwareUpdate-
floorplans listFloorplans createFloorplan+
1{id} deleteFloorplan-! updateFloorplan=
2picture getFloorplanPicture! putFloorplanPicture=
functions listFunctions createFunction+!
1{name} deleteFunction-! renameFunction~!
groups listGroups createGroup+
1suitable-members listSuitableGroupMembers
1types listGroupTypes
1{id} deleteGroup-! updateGroup=!
health getHealth
history readHistory
1export exportHistory!
1import cancelHistoryImport-! getHistoryImport importHistory+
1recording getRecording putRecording=
hub/data-points getHubDataPoints
i18n/entities getEntityLabels
inbox listInbox
incidents clearIncidents-! listIncidents
info getInfo
install-mode setInstallMode+!
1interfaces listInstallModes setInterfaceInstallMode+!
1search searchDevices+
interfaces listInterfaces
1{id} getInterface
2loop-test testInterfaceLoop+
2reconnect reconnectInterface+!
links listAllLinks
matter/commissioning/window openMatterWindow+
3close closeMatterWindow+!
1exposable listMatterExposable setMatterExposable=!
2bulk setMatterExposables+
1fabrics listMatterFabrics
2{id} removeMatterFabric-!
1setup-payload getMatterSetupPayload
1share shareMatterBridge+
1status getMatterStatus
me/preferences/{key} deletePreference-! getPreference putPreference=!
metrics getMetrics!
1values getValueMetrics!
2chosen getExposedValues putExposedValue=
mqtt/brokers/{name}/devices/{addr} previewMqttDevice
1status getMqttStatus
notify getNotify
1preview previewNotify+
1{name}/test testNotify+
openapi.json getOpenApi
problems listProblems
1times listProblemTimes
programs listPrograms
1{id} deleteProgram-! getProgram patchProgram~
2execute executeProgram+
push getPush addPush+
1{id} removePush-! renewPush=
rooms listRooms createRoom+!
1{name} deleteRoom-! renameRoom~!
schedules listSchedules
security getSecurity
1classes/{class} getSecurityClass
1faults listSecurityFaults
2{id}/acknowledge acknowledgeSecurityFault+!
1sources listSecuritySources
2{ref} putSecuritySource=
service-messages listServiceMessages
1ack-all acknowledgeAllServiceMessages+
1suppressed listSuppressedServiceMessages
1unsuppress unsuppressServiceMessage+!
1{id}/ack acknowledgeServiceMessage+!
2disable disableServiceMessage+!
sessions/edit closeEditSession-! getEditSession openEditSession+
2heartbeat renewEditSession+
2take-over takeOverEditSession+!
setup setup+!
1status setupStatus
snapshot getSnapshot
system/ccu listCcus
2{central}/position setCcuPosition=!
3poweroff powerOffCcu+!
3reboot rebootCcu+!
3recovery-mode enterRecoveryMode+!
3safe-mode enterSafeMode+!
1config-changes getConfigChanges
1firmware/download downloadFirmware+!
1metrics listHubMetrics
1restart restartGateway+
1restart-pending getRestartPending
1status listSystemStatus
1update listSystemUpdates
2install installSystemUpdate+!
sysvars listSysvars createSysvar+!
1fetch fetchSysvars+!
1{name} deleteSysvar-! getSysvar patchSysvar~! setSysvar=!
2usage getSysvarUsage
ui/event postUiEvent+!
users listUsers createUser+
1{subject} deleteUser-! updateUser~!
visibility/unignore listUnignore putUnignore=
2candidates listUnignoreCandidates
warnings listWarnings
1{id}/silence unsilenceWarning-! silenceWarning=
webhooks/status getWebhooksStatus
1{name}/test testWebhook+
ws-catalogue.json getWsCatalogue`;
