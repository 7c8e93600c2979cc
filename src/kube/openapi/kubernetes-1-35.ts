/** The types of Kubernetes v1.35.4, recorded from its API server by `npm run openapi:record`. Not edited by hand. */
export const TYPES = `
apps.v1.DaemonSet apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:apps.v1.DaemonSetSpec status:apps.v1.DaemonSetStatus
apps.v1.DaemonSetCondition lastTransitionTime:time message:string reason:string status:string type:string
apps.v1.DaemonSetSpec minReadySeconds:int32 revisionHistoryLimit:int32 selector:meta.v1.LabelSelector template:core.v1.PodTemplateSpec updateStrategy:apps.v1.DaemonSetUpdateStrategy
apps.v1.DaemonSetStatus collisionCount:int32 conditions:[apps.v1.DaemonSetCondition] currentNumberScheduled:int32 desiredNumberScheduled:int32 numberAvailable:int32 numberMisscheduled:int32 numberReady:int32 numberUnavailable:int32 observedGeneration:int64 updatedNumberScheduled:int32
apps.v1.DaemonSetUpdateStrategy rollingUpdate:apps.v1.RollingUpdateDaemonSet type:string
apps.v1.Deployment apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:apps.v1.DeploymentSpec status:apps.v1.DeploymentStatus
apps.v1.DeploymentCondition lastTransitionTime:time lastUpdateTime:time message:string reason:string status:string type:string
apps.v1.DeploymentSpec minReadySeconds:int32 paused:boolean progressDeadlineSeconds:int32 replicas:int32 revisionHistoryLimit:int32 selector:meta.v1.LabelSelector strategy:apps.v1.DeploymentStrategy template:core.v1.PodTemplateSpec
apps.v1.DeploymentStatus availableReplicas:int32 collisionCount:int32 conditions:[apps.v1.DeploymentCondition] observedGeneration:int64 readyReplicas:int32 replicas:int32 terminatingReplicas:int32 unavailableReplicas:int32 updatedReplicas:int32
apps.v1.DeploymentStrategy rollingUpdate:apps.v1.RollingUpdateDeployment type:string
apps.v1.ReplicaSet apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:apps.v1.ReplicaSetSpec status:apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetCondition lastTransitionTime:time message:string reason:string status:string type:string
apps.v1.ReplicaSetSpec minReadySeconds:int32 replicas:int32 selector:meta.v1.LabelSelector template:core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus availableReplicas:int32 conditions:[apps.v1.ReplicaSetCondition] fullyLabeledReplicas:int32 observedGeneration:int64 readyReplicas:int32 replicas:int32 terminatingReplicas:int32
apps.v1.RollingUpdateDaemonSet maxSurge:int-or-string maxUnavailable:int-or-string
apps.v1.RollingUpdateDeployment maxSurge:int-or-string maxUnavailable:int-or-string
apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable:int-or-string partition:int32
apps.v1.StatefulSet apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:apps.v1.StatefulSetSpec status:apps.v1.StatefulSetStatus
apps.v1.StatefulSetCondition lastTransitionTime:time message:string reason:string status:string type:string
apps.v1.StatefulSetOrdinals start:int32
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:string whenScaled:string
apps.v1.StatefulSetSpec minReadySeconds:int32 ordinals:apps.v1.StatefulSetOrdinals persistentVolumeClaimRetentionPolicy:apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy:string replicas:int32 revisionHistoryLimit:int32 selector:meta.v1.LabelSelector serviceName:string template:core.v1.PodTemplateSpec updateStrategy:apps.v1.StatefulSetUpdateStrategy volumeClaimTemplates:[core.v1.PersistentVolumeClaim]
apps.v1.StatefulSetStatus availableReplicas:int32 collisionCount:int32 conditions:[apps.v1.StatefulSetCondition] currentReplicas:int32 currentRevision:string observedGeneration:int64 readyReplicas:int32 replicas:int32 updateRevision:string updatedReplicas:int32
apps.v1.StatefulSetUpdateStrategy rollingUpdate:apps.v1.RollingUpdateStatefulSetStrategy type:string
batch.v1.CronJob apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:batch.v1.CronJobSpec status:batch.v1.CronJobStatus
batch.v1.CronJobSpec concurrencyPolicy:string failedJobsHistoryLimit:int32 jobTemplate:batch.v1.JobTemplateSpec schedule:string startingDeadlineSeconds:int64 successfulJobsHistoryLimit:int32 suspend:boolean timeZone:string
batch.v1.CronJobStatus active:[core.v1.ObjectReference] lastScheduleTime:time lastSuccessfulTime:time
batch.v1.Job apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec status:batch.v1.JobStatus
batch.v1.JobCondition lastProbeTime:time lastTransitionTime:time message:string reason:string status:string type:string
batch.v1.JobSpec activeDeadlineSeconds:int64 backoffLimit:int32 backoffLimitPerIndex:int32 completionMode:string completions:int32 managedBy:string manualSelector:boolean maxFailedIndexes:int32 parallelism:int32 podFailurePolicy:batch.v1.PodFailurePolicy podReplacementPolicy:string selector:meta.v1.LabelSelector successPolicy:batch.v1.SuccessPolicy suspend:boolean template:core.v1.PodTemplateSpec ttlSecondsAfterFinished:int32
batch.v1.JobStatus active:int32 completedIndexes:string completionTime:time conditions:[batch.v1.JobCondition] failed:int32 failedIndexes:string ready:int32 startTime:time succeeded:int32 terminating:int32 uncountedTerminatedPods:batch.v1.UncountedTerminatedPods
batch.v1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
batch.v1.PodFailurePolicy rules:[batch.v1.PodFailurePolicyRule]
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:string operator:string values:[int32]
batch.v1.PodFailurePolicyOnPodConditionsPattern status:string type:string
batch.v1.PodFailurePolicyRule action:string onExitCodes:batch.v1.PodFailurePolicyOnExitCodesRequirement onPodConditions:[batch.v1.PodFailurePolicyOnPodConditionsPattern]
batch.v1.SuccessPolicy rules:[batch.v1.SuccessPolicyRule]
batch.v1.SuccessPolicyRule succeededCount:int32 succeededIndexes:string
batch.v1.UncountedTerminatedPods failed:[string] succeeded:[string]
core.v1.AWSElasticBlockStoreVolumeSource fsType:string partition:int32 readOnly:boolean volumeID:string
core.v1.Affinity nodeAffinity:core.v1.NodeAffinity podAffinity:core.v1.PodAffinity podAntiAffinity:core.v1.PodAntiAffinity
core.v1.AppArmorProfile localhostProfile:string type:string
core.v1.AzureDiskVolumeSource cachingMode:string diskName:string diskURI:string fsType:string kind:string readOnly:boolean
core.v1.AzureFileVolumeSource readOnly:boolean secretName:string shareName:string
core.v1.CSIVolumeSource driver:string fsType:string nodePublishSecretRef:core.v1.LocalObjectReference readOnly:boolean volumeAttributes:{string}
core.v1.Capabilities add:[string] drop:[string]
core.v1.CephFSVolumeSource monitors:[string] path:string readOnly:boolean secretFile:string secretRef:core.v1.LocalObjectReference user:string
core.v1.CinderVolumeSource fsType:string readOnly:boolean secretRef:core.v1.LocalObjectReference volumeID:string
core.v1.ClusterTrustBundleProjection labelSelector:meta.v1.LabelSelector name:string optional:boolean path:string signerName:string
core.v1.ConfigMapEnvSource name:string optional:boolean
core.v1.ConfigMapKeySelector key:string name:string optional:boolean
core.v1.ConfigMapProjection items:[core.v1.KeyToPath] name:string optional:boolean
core.v1.ConfigMapVolumeSource defaultMode:int32 items:[core.v1.KeyToPath] name:string optional:boolean
core.v1.Container args:[string] command:[string] env:[core.v1.EnvVar] envFrom:[core.v1.EnvFromSource] image:string imagePullPolicy:string lifecycle:core.v1.Lifecycle livenessProbe:core.v1.Probe name:string ports:[core.v1.ContainerPort] readinessProbe:core.v1.Probe resizePolicy:[core.v1.ContainerResizePolicy] resources:core.v1.ResourceRequirements restartPolicy:string restartPolicyRules:[core.v1.ContainerRestartRule] securityContext:core.v1.SecurityContext startupProbe:core.v1.Probe stdin:boolean stdinOnce:boolean terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:[core.v1.VolumeDevice] volumeMounts:[core.v1.VolumeMount] workingDir:string
core.v1.ContainerExtendedResourceRequest containerName:string requestName:string resourceName:string
core.v1.ContainerPort containerPort:int32 hostIP:string hostPort:int32 name:string protocol:string
core.v1.ContainerResizePolicy resourceName:string restartPolicy:string
core.v1.ContainerRestartRule action:string exitCodes:core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator:string values:[int32]
core.v1.ContainerState running:core.v1.ContainerStateRunning terminated:core.v1.ContainerStateTerminated waiting:core.v1.ContainerStateWaiting
core.v1.ContainerStateRunning startedAt:time
core.v1.ContainerStateTerminated containerID:string exitCode:int32 finishedAt:time message:string reason:string signal:int32 startedAt:time
core.v1.ContainerStateWaiting message:string reason:string
core.v1.ContainerStatus allocatedResources:{quantity} allocatedResourcesStatus:[core.v1.ResourceStatus] containerID:string image:string imageID:string lastState:core.v1.ContainerState name:string ready:boolean resources:core.v1.ResourceRequirements restartCount:int32 started:boolean state:core.v1.ContainerState stopSignal:string user:core.v1.ContainerUser volumeMounts:[core.v1.VolumeMountStatus]
core.v1.ContainerUser linux:core.v1.LinuxContainerUser
core.v1.DownwardAPIProjection items:[core.v1.DownwardAPIVolumeFile]
core.v1.DownwardAPIVolumeFile fieldRef:core.v1.ObjectFieldSelector mode:int32 path:string resourceFieldRef:core.v1.ResourceFieldSelector
core.v1.DownwardAPIVolumeSource defaultMode:int32 items:[core.v1.DownwardAPIVolumeFile]
core.v1.EmptyDirVolumeSource medium:string sizeLimit:quantity
core.v1.EnvFromSource configMapRef:core.v1.ConfigMapEnvSource prefix:string secretRef:core.v1.SecretEnvSource
core.v1.EnvVar name:string value:string valueFrom:core.v1.EnvVarSource
core.v1.EnvVarSource configMapKeyRef:core.v1.ConfigMapKeySelector fieldRef:core.v1.ObjectFieldSelector fileKeyRef:core.v1.FileKeySelector resourceFieldRef:core.v1.ResourceFieldSelector secretKeyRef:core.v1.SecretKeySelector
core.v1.EphemeralContainer args:[string] command:[string] env:[core.v1.EnvVar] envFrom:[core.v1.EnvFromSource] image:string imagePullPolicy:string lifecycle:core.v1.Lifecycle livenessProbe:core.v1.Probe name:string ports:[core.v1.ContainerPort] readinessProbe:core.v1.Probe resizePolicy:[core.v1.ContainerResizePolicy] resources:core.v1.ResourceRequirements restartPolicy:string restartPolicyRules:[core.v1.ContainerRestartRule] securityContext:core.v1.SecurityContext startupProbe:core.v1.Probe stdin:boolean stdinOnce:boolean targetContainerName:string terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:[core.v1.VolumeDevice] volumeMounts:[core.v1.VolumeMount] workingDir:string
core.v1.EphemeralVolumeSource volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.ExecAction command:[string]
core.v1.FCVolumeSource fsType:string lun:int32 readOnly:boolean targetWWNs:[string] wwids:[string]
core.v1.FileKeySelector key:string optional:boolean path:string volumeName:string
core.v1.FlexVolumeSource driver:string fsType:string options:{string} readOnly:boolean secretRef:core.v1.LocalObjectReference
core.v1.FlockerVolumeSource datasetName:string datasetUUID:string
core.v1.GCEPersistentDiskVolumeSource fsType:string partition:int32 pdName:string readOnly:boolean
core.v1.GRPCAction port:int32 service:string
core.v1.GitRepoVolumeSource directory:string repository:string revision:string
core.v1.GlusterfsVolumeSource endpoints:string path:string readOnly:boolean
core.v1.HTTPGetAction host:string httpHeaders:[core.v1.HTTPHeader] path:string port:int-or-string scheme:string
core.v1.HTTPHeader name:string value:string
core.v1.HostAlias hostnames:[string] ip:string
core.v1.HostIP ip:string
core.v1.HostPathVolumeSource path:string type:string
core.v1.ISCSIVolumeSource chapAuthDiscovery:boolean chapAuthSession:boolean fsType:string initiatorName:string iqn:string iscsiInterface:string lun:int32 portals:[string] readOnly:boolean secretRef:core.v1.LocalObjectReference targetPortal:string
core.v1.ImageVolumeSource pullPolicy:string reference:string
core.v1.KeyToPath key:string mode:int32 path:string
core.v1.Lifecycle postStart:core.v1.LifecycleHandler preStop:core.v1.LifecycleHandler stopSignal:string
core.v1.LifecycleHandler exec:core.v1.ExecAction httpGet:core.v1.HTTPGetAction sleep:core.v1.SleepAction tcpSocket:core.v1.TCPSocketAction
core.v1.LinuxContainerUser gid:int64 supplementalGroups:[int64] uid:int64
core.v1.LocalObjectReference name:string
core.v1.ModifyVolumeStatus status:string targetVolumeAttributesClassName:string
core.v1.NFSVolumeSource path:string readOnly:boolean server:string
core.v1.Namespace apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:core.v1.NamespaceSpec status:core.v1.NamespaceStatus
core.v1.NamespaceCondition lastTransitionTime:time message:string reason:string status:string type:string
core.v1.NamespaceSpec finalizers:[string]
core.v1.NamespaceStatus conditions:[core.v1.NamespaceCondition] phase:string
core.v1.NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[core.v1.PreferredSchedulingTerm] requiredDuringSchedulingIgnoredDuringExecution:core.v1.NodeSelector
core.v1.NodeSelector nodeSelectorTerms:[core.v1.NodeSelectorTerm]
core.v1.NodeSelectorRequirement key:string operator:string values:[string]
core.v1.NodeSelectorTerm matchExpressions:[core.v1.NodeSelectorRequirement] matchFields:[core.v1.NodeSelectorRequirement]
core.v1.ObjectFieldSelector apiVersion:string fieldPath:string
core.v1.ObjectReference apiVersion:string fieldPath:string kind:string name:string namespace:string resourceVersion:string uid:string
core.v1.PersistentVolumeClaim apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:core.v1.PersistentVolumeClaimSpec status:core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimCondition lastProbeTime:time lastTransitionTime:time message:string reason:string status:string type:string
core.v1.PersistentVolumeClaimSpec accessModes:[string] dataSource:core.v1.TypedLocalObjectReference dataSourceRef:core.v1.TypedObjectReference resources:core.v1.VolumeResourceRequirements selector:meta.v1.LabelSelector storageClassName:string volumeAttributesClassName:string volumeMode:string volumeName:string
core.v1.PersistentVolumeClaimStatus accessModes:[string] allocatedResourceStatuses:{string} allocatedResources:{quantity} capacity:{quantity} conditions:[core.v1.PersistentVolumeClaimCondition] currentVolumeAttributesClassName:string modifyVolumeStatus:core.v1.ModifyVolumeStatus phase:string
core.v1.PersistentVolumeClaimTemplate metadata:meta.v1.ObjectMeta spec:core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName:string readOnly:boolean
core.v1.PhotonPersistentDiskVolumeSource fsType:string pdID:string
core.v1.Pod apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec status:core.v1.PodStatus
core.v1.PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[core.v1.WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution:[core.v1.PodAffinityTerm]
core.v1.PodAffinityTerm labelSelector:meta.v1.LabelSelector matchLabelKeys:[string] mismatchLabelKeys:[string] namespaceSelector:meta.v1.LabelSelector namespaces:[string] topologyKey:string
core.v1.PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[core.v1.WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution:[core.v1.PodAffinityTerm]
core.v1.PodCertificateProjection certificateChainPath:string credentialBundlePath:string keyPath:string keyType:string maxExpirationSeconds:int32 signerName:string userAnnotations:{string}
core.v1.PodCondition lastProbeTime:time lastTransitionTime:time message:string observedGeneration:int64 reason:string status:string type:string
core.v1.PodDNSConfig nameservers:[string] options:[core.v1.PodDNSConfigOption] searches:[string]
core.v1.PodDNSConfigOption name:string value:string
core.v1.PodExtendedResourceClaimStatus requestMappings:[core.v1.ContainerExtendedResourceRequest] resourceClaimName:string
core.v1.PodIP ip:string
core.v1.PodOS name:string
core.v1.PodReadinessGate conditionType:string
core.v1.PodResourceClaim name:string resourceClaimName:string resourceClaimTemplateName:string
core.v1.PodResourceClaimStatus name:string resourceClaimName:string
core.v1.PodSchedulingGate name:string
core.v1.PodSecurityContext appArmorProfile:core.v1.AppArmorProfile fsGroup:int64 fsGroupChangePolicy:string runAsGroup:int64 runAsNonRoot:boolean runAsUser:int64 seLinuxChangePolicy:string seLinuxOptions:core.v1.SELinuxOptions seccompProfile:core.v1.SeccompProfile supplementalGroups:[int64] supplementalGroupsPolicy:string sysctls:[core.v1.Sysctl] windowsOptions:core.v1.WindowsSecurityContextOptions
core.v1.PodSpec activeDeadlineSeconds:int64 affinity:core.v1.Affinity automountServiceAccountToken:boolean containers:[core.v1.Container] dnsConfig:core.v1.PodDNSConfig dnsPolicy:string enableServiceLinks:boolean ephemeralContainers:[core.v1.EphemeralContainer] hostAliases:[core.v1.HostAlias] hostIPC:boolean hostNetwork:boolean hostPID:boolean hostUsers:boolean hostname:string hostnameOverride:string imagePullSecrets:[core.v1.LocalObjectReference] initContainers:[core.v1.Container] nodeName:string nodeSelector:{string} os:core.v1.PodOS overhead:{quantity} preemptionPolicy:string priority:int32 priorityClassName:string readinessGates:[core.v1.PodReadinessGate] resourceClaims:[core.v1.PodResourceClaim] resources:core.v1.ResourceRequirements restartPolicy:string runtimeClassName:string schedulerName:string schedulingGates:[core.v1.PodSchedulingGate] securityContext:core.v1.PodSecurityContext serviceAccount:string serviceAccountName:string setHostnameAsFQDN:boolean shareProcessNamespace:boolean subdomain:string terminationGracePeriodSeconds:int64 tolerations:[core.v1.Toleration] topologySpreadConstraints:[core.v1.TopologySpreadConstraint] volumes:[core.v1.Volume] workloadRef:core.v1.WorkloadReference
core.v1.PodStatus allocatedResources:{quantity} conditions:[core.v1.PodCondition] containerStatuses:[core.v1.ContainerStatus] ephemeralContainerStatuses:[core.v1.ContainerStatus] extendedResourceClaimStatus:core.v1.PodExtendedResourceClaimStatus hostIP:string hostIPs:[core.v1.HostIP] initContainerStatuses:[core.v1.ContainerStatus] message:string nominatedNodeName:string observedGeneration:int64 phase:string podIP:string podIPs:[core.v1.PodIP] qosClass:string reason:string resize:string resourceClaimStatuses:[core.v1.PodResourceClaimStatus] resources:core.v1.ResourceRequirements startTime:time
core.v1.PodTemplateSpec metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec
core.v1.PortworxVolumeSource fsType:string readOnly:boolean volumeID:string
core.v1.PreferredSchedulingTerm preference:core.v1.NodeSelectorTerm weight:int32
core.v1.Probe exec:core.v1.ExecAction failureThreshold:int32 grpc:core.v1.GRPCAction httpGet:core.v1.HTTPGetAction initialDelaySeconds:int32 periodSeconds:int32 successThreshold:int32 tcpSocket:core.v1.TCPSocketAction terminationGracePeriodSeconds:int64 timeoutSeconds:int32
core.v1.ProjectedVolumeSource defaultMode:int32 sources:[core.v1.VolumeProjection]
core.v1.QuobyteVolumeSource group:string readOnly:boolean registry:string tenant:string user:string volume:string
core.v1.RBDVolumeSource fsType:string image:string keyring:string monitors:[string] pool:string readOnly:boolean secretRef:core.v1.LocalObjectReference user:string
core.v1.ReplicationController apiVersion:string kind:string metadata:meta.v1.ObjectMeta spec:core.v1.ReplicationControllerSpec status:core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerCondition lastTransitionTime:time message:string reason:string status:string type:string
core.v1.ReplicationControllerSpec minReadySeconds:int32 replicas:int32 selector:{string} template:core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus availableReplicas:int32 conditions:[core.v1.ReplicationControllerCondition] fullyLabeledReplicas:int32 observedGeneration:int64 readyReplicas:int32 replicas:int32
core.v1.ResourceClaim name:string request:string
core.v1.ResourceFieldSelector containerName:string divisor:quantity resource:string
core.v1.ResourceHealth health:string resourceID:string
core.v1.ResourceRequirements claims:[core.v1.ResourceClaim] limits:{quantity} requests:{quantity}
core.v1.ResourceStatus name:string resources:[core.v1.ResourceHealth]
core.v1.SELinuxOptions level:string role:string type:string user:string
core.v1.ScaleIOVolumeSource fsType:string gateway:string protectionDomain:string readOnly:boolean secretRef:core.v1.LocalObjectReference sslEnabled:boolean storageMode:string storagePool:string system:string volumeName:string
core.v1.SeccompProfile localhostProfile:string type:string
core.v1.SecretEnvSource name:string optional:boolean
core.v1.SecretKeySelector key:string name:string optional:boolean
core.v1.SecretProjection items:[core.v1.KeyToPath] name:string optional:boolean
core.v1.SecretVolumeSource defaultMode:int32 items:[core.v1.KeyToPath] optional:boolean secretName:string
core.v1.SecurityContext allowPrivilegeEscalation:boolean appArmorProfile:core.v1.AppArmorProfile capabilities:core.v1.Capabilities privileged:boolean procMount:string readOnlyRootFilesystem:boolean runAsGroup:int64 runAsNonRoot:boolean runAsUser:int64 seLinuxOptions:core.v1.SELinuxOptions seccompProfile:core.v1.SeccompProfile windowsOptions:core.v1.WindowsSecurityContextOptions
core.v1.ServiceAccountTokenProjection audience:string expirationSeconds:int64 path:string
core.v1.SleepAction seconds:int64
core.v1.StorageOSVolumeSource fsType:string readOnly:boolean secretRef:core.v1.LocalObjectReference volumeName:string volumeNamespace:string
core.v1.Sysctl name:string value:string
core.v1.TCPSocketAction host:string port:int-or-string
core.v1.Toleration effect:string key:string operator:string tolerationSeconds:int64 value:string
core.v1.TopologySpreadConstraint labelSelector:meta.v1.LabelSelector matchLabelKeys:[string] maxSkew:int32 minDomains:int32 nodeAffinityPolicy:string nodeTaintsPolicy:string topologyKey:string whenUnsatisfiable:string
core.v1.TypedLocalObjectReference apiGroup:string kind:string name:string
core.v1.TypedObjectReference apiGroup:string kind:string name:string namespace:string
core.v1.Volume awsElasticBlockStore:core.v1.AWSElasticBlockStoreVolumeSource azureDisk:core.v1.AzureDiskVolumeSource azureFile:core.v1.AzureFileVolumeSource cephfs:core.v1.CephFSVolumeSource cinder:core.v1.CinderVolumeSource configMap:core.v1.ConfigMapVolumeSource csi:core.v1.CSIVolumeSource downwardAPI:core.v1.DownwardAPIVolumeSource emptyDir:core.v1.EmptyDirVolumeSource ephemeral:core.v1.EphemeralVolumeSource fc:core.v1.FCVolumeSource flexVolume:core.v1.FlexVolumeSource flocker:core.v1.FlockerVolumeSource gcePersistentDisk:core.v1.GCEPersistentDiskVolumeSource gitRepo:core.v1.GitRepoVolumeSource glusterfs:core.v1.GlusterfsVolumeSource hostPath:core.v1.HostPathVolumeSource image:core.v1.ImageVolumeSource iscsi:core.v1.ISCSIVolumeSource name:string nfs:core.v1.NFSVolumeSource persistentVolumeClaim:core.v1.PersistentVolumeClaimVolumeSource photonPersistentDisk:core.v1.PhotonPersistentDiskVolumeSource portworxVolume:core.v1.PortworxVolumeSource projected:core.v1.ProjectedVolumeSource quobyte:core.v1.QuobyteVolumeSource rbd:core.v1.RBDVolumeSource scaleIO:core.v1.ScaleIOVolumeSource secret:core.v1.SecretVolumeSource storageos:core.v1.StorageOSVolumeSource vsphereVolume:core.v1.VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice devicePath:string name:string
core.v1.VolumeMount mountPath:string mountPropagation:string name:string readOnly:boolean recursiveReadOnly:string subPath:string subPathExpr:string
core.v1.VolumeMountStatus mountPath:string name:string readOnly:boolean recursiveReadOnly:string
core.v1.VolumeProjection clusterTrustBundle:core.v1.ClusterTrustBundleProjection configMap:core.v1.ConfigMapProjection downwardAPI:core.v1.DownwardAPIProjection podCertificate:core.v1.PodCertificateProjection secret:core.v1.SecretProjection serviceAccountToken:core.v1.ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements limits:{quantity} requests:{quantity}
core.v1.VsphereVirtualDiskVolumeSource fsType:string storagePolicyID:string storagePolicyName:string volumePath:string
core.v1.WeightedPodAffinityTerm podAffinityTerm:core.v1.PodAffinityTerm weight:int32
core.v1.WindowsSecurityContextOptions gmsaCredentialSpec:string gmsaCredentialSpecName:string hostProcess:boolean runAsUserName:string
core.v1.WorkloadReference name:string podGroup:string podGroupReplicaKey:string
meta.v1.LabelSelector matchExpressions:[meta.v1.LabelSelectorRequirement] matchLabels:{string}
meta.v1.LabelSelectorRequirement key:string operator:string values:[string]
meta.v1.ManagedFieldsEntry apiVersion:string fieldsType:string fieldsV1:any manager:string operation:string subresource:string time:time
meta.v1.ObjectMeta annotations:{string} creationTimestamp:time deletionGracePeriodSeconds:int64 deletionTimestamp:time finalizers:[string] generateName:string generation:int64 labels:{string} managedFields:[meta.v1.ManagedFieldsEntry] name:string namespace:string ownerReferences:[meta.v1.OwnerReference] resourceVersion:string selfLink:string uid:string
meta.v1.OwnerReference apiVersion:string blockOwnerDeletion:boolean controller:boolean kind:string name:string uid:string
scheduling.v1.PriorityClass apiVersion:string description:string globalDefault:boolean kind:string metadata:meta.v1.ObjectMeta preemptionPolicy:string value:int32
`;
